export function getChangelogSection(changelog: string, version: string) {
  const sections = changelog.split(/^## /m)
  const section = sections.find(text => text.startsWith(`[${version}]`))
  return section?.replace(/^.*\n/, '').trim() || null
}
