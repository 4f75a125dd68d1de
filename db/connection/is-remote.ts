/** Whether this database is a server's, which other machines may use too. */
export function isRemote(url: string) {
  return !url.startsWith('file:') && url !== ':memory:'
}
