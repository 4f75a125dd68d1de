import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import type { Answer, FuzzRequest } from './exchange.ts'

const NEWEST = 25
/** What was before is no longer so. */
const ONE_AT_A_TIME = ['away', 'away for programs', 'free rooms', 'kiosk tickets']
const TICKET_LINK = /\/t\/([\w-]+)"/
const LISTS = ['appointments', 'queues']

/** What responses named: ids by the path segment before them, codes and cookies of QR codes. */
export function createKnownValues() {
  const values = new Map<string, string[]>()
  const all = (kind: string) => values.get(kind) ?? []
  const others = (kind: string, value?: string) => all(kind).filter(other => other !== value)

  function add(kind: string, value: string | undefined) {
    if (value === undefined) return
    const kept = [...others(kind, value), value]
    values.set(kind, kept.slice(ONE_AT_A_TIME.includes(kind) ? -1 : -NEWEST))
  }

  return {
    all,
    add,
    // It draws one number always, so that what is known does not change the rest of the request.
    pick: (kind: string, { next }: SeededRandom) =>
      all(kind)[Math.floor(next() * all(kind).length)],
    learn({ method, path, params }: FuzzRequest, { status, text, headers }: Answer) {
      const find = (field: string) => new RegExp(`"${field}":"?([\\w.-]+)`).exec(text)?.[1]
      const [, , resource = ''] = path.split(/[/?]/)
      const isOfPatient = /\/(check-in|call-next)$/.test(path)
      if (method === 'POST') add(isOfPatient ? 'patients' : resource, find('id'))
      const gone = params?.id ?? params?.name
      if (method === 'DELETE' && status === 200) values.set(resource, others(resource, gone))
      // Every upload replaces the appointments, and the run begins with queues of its own.
      if (method === 'GET' && status === 200 && LISTS.includes(resource)) {
        values.set(resource, findUsable(text).slice(-NEWEST))
      }
      if (path === '/api/backups') add('backups', find('name'))
      add('engine', find('sid'))
      add('qr', find('qrId'))
      add('pairings', find('pairingId'))
      const ticket = find('ticket') ?? TICKET_LINK.exec(text)?.[1]
      add('t', ticket)
      if (resource === 'kiosk') add('kiosk tickets', ticket)
      add('calls', find('callSequence'))
      const qrId = find('qrId') ?? params?.id
      add(find('pairingId') ? 'pairing codes' : `codes of ${qrId}`, find('code'))
      for (const cookie of headers.getSetCookie()) {
        if (/^[\w-]*qr-/.test(cookie)) add(`cookies of ${qrId}`, cookie.split(';')[0])
      }
    },
  }
}

type Listed = { id: number; patient?: object | null; isActive?: boolean }

/** Of the queues that are active, and of the appointments that nobody has come to. */
function findUsable(text: string): string[] {
  try {
    const list: Listed[] = JSON.parse(text)
    return list.flatMap(({ id, patient = null, isActive = true }) =>
      patient === null && isActive ? String(id) : [],
    )
  } catch {
    return []
  }
}

export type KnownValues = ReturnType<typeof createKnownValues>
