import { expect, openScreen, type Page, test } from '../support/screens/fixtures.ts'

const SCREENS = [
  ['/', 'DashboardScreen'],
  ['/register', 'RegisterScreen'],
  ['/queue', 'QueueScreen'],
  ['/dispensary', 'DispensaryScreen'],
  ['/settings', 'SettingsScreen'],
  ['/settings?section=media', 'SettingsScreen'],
  ['/settings?section=privacy', 'SettingsScreen'],
  ['/account', 'ChangePassword'],
  ['/management', 'RoomsScreen'],
  ['/administration', 'UsersScreen'],
  ['/displays', 'DisplaysScreen'],
  ['/reports', 'Sidebar'],
  ['/audit', 'Sidebar'],
  ['/nothing', 'Sidebar'],
] as const

/** Shared, but not on every page that is looked at. A desk has its own width, and place for toasts. */
const ALWAYS = ['kbd', 'svg.priority-star', 'p.soft', 'label.field']

type Looks = Record<string, string>

/** How each kind of element of this page looks by itself, away from what surrounds it. */
function readLooks(page: Page, always: string[]): Promise<Looks> {
  return page.evaluate(always => {
    const kinds = new Set(always)
    const isDesk = /^(queue|dispensary)$/.test(document.body.dataset.page ?? '')
    const own = isDesk ? '.toasts, .shell__main' : '.toasts'
    for (const element of document.querySelectorAll(`body [class]:not(${own}), kbd`)) {
      kinds.add([element.localName, ...element.classList].join('.'))
    }
    const place = document.body.appendChild(document.createElement('div'))
    place.style.cssText = 'position: fixed; inset: 0; contain: layout'
    const read = (kind: string) => {
      const [tag = 'div', ...classes] = kind.split('.')
      const probe = place.appendChild(document.createElement(tag))
      probe.className = classes.join(' ')
      const style = getComputedStyle(probe)
      // Variables are inherited from the page; what they change is seen in the properties.
      const names = [...style].filter(name => !name.startsWith('--'))
      const look = names.map(name => `${name}: ${style.getPropertyValue(name)}`).join('\n')
      probe.remove()
      return look
    }
    const looks = Object.fromEntries([...kinds].map(kind => [kind, read(kind)]))
    place.remove()
    return looks
  }, always)
}

test('what pages share looks alike on each of them, loaded alone', async ({ desk, clinic }) => {
  await clinic.seed(['ALI', 'MEI'])
  const data = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
  await desk.request.post('/api/patients', { data })
  const first = new Map<string, { path: string; look: string }>()
  const differences: string[] = []
  for (const [path, island] of SCREENS) {
    await openScreen(desk, path, island)
    for (const [kind, look] of Object.entries(await readLooks(desk, ALWAYS))) {
      const seen = first.get(kind)
      if (!seen) first.set(kind, { path, look })
      else if (seen.look !== look) differences.push(describe(kind, seen, { path, look }))
    }
  }
  expect(differences).toEqual([])
})

type Seen = { path: string; look: string }

function describe(kind: string, one: Seen, other: Seen) {
  const lines = one.look.split('\n')
  const changed = other.look.split('\n').filter(line => !lines.includes(line))
  return `${kind} on ${one.path} and ${other.path}: ${changed.slice(0, 4).join('; ')}`
}
