import type { SeededRandom } from '../seeded-random.ts'
import type { Answer, FuzzRequest } from './exchange.ts'

const NEWEST = 25

/** What responses named: ids by the path segment before them, codes and cookies of QR codes. */
export function createKnownValues() {
  const values = new Map<string, string[]>()
  const all = (kind: string) => values.get(kind) ?? []

  function add(kind: string, value: string | undefined) {
    if (value === undefined) return
    const others = all(kind).filter(other => other !== value)
    values.set(kind, [...others, value].slice(-NEWEST))
  }

  return {
    all,
    // It draws one number always, so that what is known does not change the rest of the request.
    pick: (kind: string, { next }: SeededRandom) =>
      all(kind)[Math.floor(next() * all(kind).length)],
    learn({ method, path, params }: FuzzRequest, { text, headers }: Answer) {
      const find = (field: string) => new RegExp(`"${field}":"?([\\w.-]+)`).exec(text)?.[1]
      const [, , resource = ''] = path.split('/')
      // A check-in is answered with the patient.
      if (method === 'POST') add(resource === 'appointments' ? 'patients' : resource, find('id'))
      // Every upload replaces them.
      if (method === 'GET' && /^\/api\/appointments\b/.test(path)) {
        values.set('appointments', findExpected(text).slice(0, NEWEST))
      }
      if (path === '/api/backups') add('backups', find('name'))
      add('engine', find('sid'))
      add('qr', find('qrId'))
      add('pairings', find('pairingId'))
      add('t', find('ticket'))
      add('calls', find('callSequence'))
      const qrId = find('qrId') ?? params?.id
      add(find('pairingId') ? 'pairing codes' : `codes of ${qrId}`, find('code'))
      for (const cookie of headers.getSetCookie()) {
        if (/^[\w-]*qr-/.test(cookie)) add(`cookies of ${qrId}`, cookie.split(';')[0])
      }
    },
  }
}

/** The ids of the appointments of a list that nobody has come to. */
function findExpected(text: string): string[] {
  try {
    const list: { id: number; patient: object | null }[] = JSON.parse(text)
    return list.flatMap(({ id, patient }) => (patient === null ? String(id) : []))
  } catch {
    return []
  }
}

export type KnownValues = ReturnType<typeof createKnownValues>
