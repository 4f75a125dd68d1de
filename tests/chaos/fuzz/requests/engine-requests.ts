import { SOCKET_PATH } from '#domain/events'
import { UPGRADE_HEADERS } from '../../../support/realtime/socket-server.ts'
import type { SeededRandom } from '../../seeded-random.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'
import type { FuzzRequest } from './request.ts'
import { createFrames } from './websocket-frames.ts'

export const ENGINE_ROUTE = `ANY ${SOCKET_PATH}`

/** A handshake, a message, a poll or a websocket, or something that only looks like one. */
export function createEngineRequest(
  base: FuzzRequest,
  random: SeededRandom,
  known: KnownValues,
): FuzzRequest {
  const { oneOf, happens } = random
  const request = { ...base, route: ENGINE_ROUTE }
  const version = happens(0.9) ? '4' : oneOf('3', '', 'x', '-1')
  const path = (transport: string, others = '') =>
    `${SOCKET_PATH}?EIO=${version}&transport=${transport}${others}`
  const sid = `&sid=${known.pick('engine', random) ?? 'invented'}`
  const kind = oneOf('handshake', 'handshake', 'message', 'poll', 'websocket', 'odd')
  switch (kind) {
    case 'handshake':
      return { ...request, path: path('polling') }
    case 'message': {
      const body = Buffer.from(createPackets(random))
      return { ...request, method: 'POST', path: path('polling', sid), body, expected: 'anything' }
    }
    case 'poll':
      return { ...request, path: path('polling', sid), expected: 'anything' }
    case 'websocket': {
      const headers = [...request.headers, ...Object.entries(UPGRADE_HEADERS)]
      const isSession = happens(0.5)
      return {
        ...request,
        headers,
        afterUpgrade: createFrames(() => createPackets(random), random),
        path: path('websocket', isSession ? sid : ''),
        expected: 'anything',
      }
    }
    default: {
      const others = oneOf('&sid=', '&sid=%00', '&sid=%ZZ', '&b64=1', '&j=1', '&t=x&t=y')
      const transport = oneOf('', 'webtransport', 'polling', '__proto__')
      return { ...request, path: path(transport, others), expected: 'anything' }
    }
  }
}

function createPackets(random: SeededRandom) {
  const { oneOf, happens } = random
  const json = () => JSON.stringify(hostileValue(random)) ?? ''
  const packet = () =>
    oneOf(
      '40',
      '40{"tvToken":"x"}',
      '41',
      '42["qr:join",{"qrId":"x"}]',
      `42${json()}`,
      `42["qr:join",${json()}]`,
      `40${json()}`,
      '421',
      '45-["x",{"_placeholder":true,"num":0}]',
      '451-["x",{"_placeholder":true,"num":9}]',
      '1',
      '2probe',
      '3',
      'bAAAA',
      hostileText(random),
      '4'.repeat(70_000),
    )
  const packets = [packet()]
  while (happens(0.4)) packets.push(packet())
  return packets.join('\u001e')
}
