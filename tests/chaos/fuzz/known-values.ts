import type { SeededRandom } from '../seeded-random.ts'
import type { Answer } from './exchange.ts'

const NEWEST = 25

/** What responses named: ids by the path segment before them, codes and cookies of QR codes. */
export function createKnownValues() {
  const values = new Map<string, string[]>()

  function add(kind: string, value: unknown, kept = NEWEST) {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const others = (values.get(kind) ?? []).filter(other => other !== String(value))
    values.set(kind, [...others, String(value)].slice(-kept))
  }

  return {
    pick(kind: string, random: SeededRandom) {
      const all = values.get(kind) ?? []
      // It draws one number always, so that what is known does not change the rest of the request.
      return all[Math.floor(random.next() * all.length)]
    },
    cookiesOf: (qrId: string) => values.get(`cookies of ${qrId}`)?.join('; ') ?? '',
    learn(route: string, path: string, { text, headers }: Answer) {
      add('engine', /^0\{"sid":"([\w-]+)"/.exec(text)?.[1])
      const [method = '', pattern = ''] = route.split(' ')
      const body = parse(headers.get('content-type'), text)
      const resource = pattern.split('/')[2] ?? ''
      const isPairing = body.pairingId !== undefined
      const id = body.pairingId ?? body.qrId ?? body.device?.id ?? body.id
      if (method === 'POST') add(isPairing ? 'pairings' : resource, id)
      for (const { name } of body.backups ?? []) add('backups', name)
      add('calls', body.callSequence)
      if (isPairing) add('pairing code', body.code)
      const qrId = String(body.qrId ?? (resource === 'qr' ? path.split('/')[3] : ''))
      if (qrId === '') return
      // Each side must type the code that the other side shows now, so only the newest is kept.
      add(`code of ${qrId}`, body.code, 1)
      for (const cookie of headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';')
        if (pair.startsWith('qr-') && !pair.endsWith('=')) add(`cookies of ${qrId}`, pair)
      }
    },
  }
}

export type KnownValues = ReturnType<typeof createKnownValues>

type Body = {
  id?: unknown
  qrId?: unknown
  pairingId?: unknown
  code?: unknown
  device?: { id?: unknown }
  backups?: { name?: unknown }[]
  callSequence?: unknown
}

function parse(type: string | null, text: string): Body {
  if (!type?.startsWith('application/json')) return {}
  try {
    // Every field is optional and checked before its use.
    return (JSON.parse(text) ?? {}) as Body
  } catch {
    return {}
  }
}
