/** Whether this database is a server's, which other machines may use too. */
export function isOnServer(url: string) {
  return !url.startsWith('file:') && url !== ':memory:'
}
