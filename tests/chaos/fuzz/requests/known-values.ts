import type { SeededRandom } from '../../seeded-random.ts'
import type { RawResponse } from '../response-reader.ts'

const NEWEST = 25

/** What responses named: ids by the path segment before them, codes, and the cookies of a QR code. */
export function createKnownValues() {
  const values = new Map<string, string[]>()
  const cookies = new Map<string, string>()

  function add(kind: string, value: unknown) {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const all = values.get(kind) ?? []
    if (all.includes(String(value))) return
    values.set(kind, [...all, String(value)].slice(-NEWEST))
  }

  return {
    add,
    pick(kind: string, random: SeededRandom) {
      const all = values.get(kind) ?? []
      // Always one random number, so that what is known does not change the rest of the request.
      return all[Math.floor(random.next() * all.length)]
    },
    /** Of the browsers that take part in this QR sign-in. */
    cookiesOf: (qrId: string) => cookies.get(qrId) ?? '',
    learn(route: string, path: string, { text, setCookies, headers }: RawResponse) {
      const [, sid] = /^0\{"sid":"([\w-]+)"/.exec(text) ?? []
      add('engine', sid)
      const [method = '', pattern = ''] = route.split(' ')
      const body = parse(headers.get('content-type'), text)
      const resource = pattern.split('/')[2] ?? ''
      const id = body.pairingId ?? body.qrId ?? body.device?.id ?? body.id
      if (method === 'POST') add(body.pairingId === undefined ? resource : 'pairings', id)
      for (const { name } of body.backups ?? []) add('backups', name)
      add('calls', body.callSequence)
      if (body.pairingId !== undefined) add('pairing code', body.code)
      const qrId = String(body.qrId ?? (resource === 'qr' ? path.split('/')[3] : ''))
      if (qrId === '') return
      // Only the newest: each side must type the code that the other side shows now.
      if (body.code !== undefined) values.set(`code of ${qrId}`, [String(body.code)])
      const pairs = setCookies.map(cookie => cookie.split(';')[0] ?? '')
      const own = pairs.filter(pair => pair.startsWith('qr-') && !pair.endsWith('='))
      cookies.set(qrId, [cookies.get(qrId) ?? '', ...own].filter(Boolean).join('; '))
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

function parse(type: string | undefined, text: string): Body {
  if (!type?.startsWith('application/json')) return {}
  try {
    // Every field is optional and checked before its use.
    return (JSON.parse(text) ?? {}) as Body
  } catch {
    return {}
  }
}
