/**
 * What the database stores beside a username since version 1.0.0, whose users may be folded alike:
 * their usernames differ in it.
 */
export function getUsernameKey(username: string) {
  const folded = username.trim().normalize('NFKC').toUpperCase().toLowerCase()
  return folded.replaceAll('i\u0307', 'i').normalize('NFKC')
}
