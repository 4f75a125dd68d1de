/** The key of the setting with a group's color. One key is older than the pattern. */
export type ColorKey<Group extends string> = Group extends 'marqueeText'
  ? 'marqueeColor'
  : `${Group}Color`

/** Separate from the schema, which is large and uses syntax too new for the TV's bundle. */
export function getColorKey<Group extends string>(group: Group) {
  // Safe: this is the type, computed.
  return (group === 'marqueeText' ? 'marqueeColor' : `${group}Color`) as ColorKey<Group>
}
