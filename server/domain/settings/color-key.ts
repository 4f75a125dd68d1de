/** The setting with a group's color. One name is older than the pattern. */
export type ColorKey<Group extends string> = Group extends 'marqueeText'
  ? 'marqueeColor'
  : `${Group}Color`

/** Apart from the schema, which is large and too new for the TV's bundle. */
export function getColorKey<Group extends string>(group: Group) {
  // Safe: this is the type, computed.
  return (group === 'marqueeText' ? 'marqueeColor' : `${group}Color`) as ColorKey<Group>
}
