/** What CHANGELOG.md says about a version, without its heading; null if it says nothing. */
export function getChangelogSection(changelog: string, version: string) {
  const sections = changelog.split(/^## /m)
  const section = sections.find(text => text.startsWith(`[${version}]`))
  return section?.replace(/^.*\n/, '').trim() || null
}
