export function isRemote(url: string) {
  return !url.startsWith('file:') && url !== ':memory:'
}
