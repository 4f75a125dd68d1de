/**
 * A name as it is stored: nothing invisible, single spaces. Empty for a name of blanks. U+3164 is a blank letter;
 * format characters (Cf) join, hide or turn text around. Some scripts and emoji need joiners inside a word.
 */
export function cleanName(text: string) {
  // No pattern is a constant: the TV's bundle would keep it, and old TVs cannot read it.
  return (
    text
      // SQLite ends a text at a NUL character.
      .replace(/(?!\s)\p{Cc}|[\p{Cs}\u3164]/gu, '')
      .replace(/([\p{L}\p{M}\p{ExtPict}][\u200c\u200d](?=[\p{L}\p{M}\p{ExtPict}]))|\p{Cf}/gu, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
