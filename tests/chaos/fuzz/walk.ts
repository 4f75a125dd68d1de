import { z } from 'zod'
import { type Answer, exchange, type FuzzRequest } from './exchange.ts'
import { NAME_MARK } from './hostile-values.ts'
import type { Roles } from './roles.ts'

type Count = (request: FuzzRequest, outcome: Answer) => void

const started = z.object({ qrId: z.string() })
const ticketed = z.object({ ticket: z.string() })
const coded = z.object({ code: z.string() })

/** Routes that need each other's results, which a random run reaches by chance alone. */
export async function walk(url: string, roles: Roles, count: Count) {
  const tv: string[] = []
  const phone: string[] = []

  async function send(route: string, path: string, cookies: string[], json?: unknown) {
    const [method = ''] = route.split(' ')
    const headers = new Headers({ 'x-forwarded-for': '10.9.9.9' })
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    if (json !== undefined) headers.set('content-type', 'application/json')
    const body = json === undefined ? null : JSON.stringify(json)
    const request: FuzzRequest = {
      ...{ role: 'nobody', route, method, path, headers, body, expected: 'answer' },
    }
    const outcome = await exchange(url, request)
    if (typeof outcome === 'string') throw new Error(`${route}: ${outcome}`)
    if (outcome.status >= 400) throw new Error(`${route}: ${outcome.status} ${outcome.text}`)
    count(request, outcome)
    cookies.push(...outcome.headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? ''))
    return JSON.parse(outcome.text)
  }

  const { username, password } = roles.account('user')
  const { qrId } = started.parse(await send('POST /api/qr/init', '/api/qr/init', tv))
  const qr = (verb: string) => [`POST /api/qr/:id/${verb}`, `/api/qr/${qrId}/${verb}`] as const
  await send(...qr('authorize'), phone, { username, password })
  const status = await send('GET /api/qr/:id/status', `/api/qr/${qrId}/status`, tv)
  await send(...qr('finalize'), phone, { tvVerifier: coded.parse(status).code })
  await send(...qr('claim'), tv)

  const staff = [roles.cookie('user')]
  const tickets = { key: 'ticketMode', value: 'screen', category: 'display' }
  await send('PUT /api/settings', '/api/settings', staff, { settings: [tickets] })
  const { id } = await send('POST /api/patients', '/api/patients', staff, { name: NAME_MARK })
  const { ticket } = ticketed.parse(
    await send('GET /api/patients/:id/ticket', `/api/patients/${id}/ticket`, staff),
  )
  await send('GET /api/t/:ticket', `/api/t/${ticket}`, [])
}
