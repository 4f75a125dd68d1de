import { SOCKET_PATH } from '#domain/events'
import type { SeededRandom } from '../../../server/cli/demo/seeded-random.ts'
import type { FuzzRequest } from './exchange.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'

type Draw = { random: SeededRandom; request: FuzzRequest; known: KnownValues }

export function createEngineRequest({ random, request, known }: Draw): FuzzRequest {
  const { oneOf, happens } = random
  const transport = oneOf('polling', 'polling', 'websocket', 'webtransport', '', '__proto__')
  const oddId = oneOf('&sid=', '&sid=%00', '&sid=%ZZ', '&b64=1', '&j=1', '&t=x&t=y')
  const sid = `&sid=${known.pick('engine', random) ?? 'invented'}`
  const version = happens(0.9) ? '4' : oneOf('3', '', 'x', '-1')
  const others = oneOf('', sid, sid, oddId)
  const messages = Array.from({ length: oneOf(1, 1, 2, 3) }, () => createPacket(random))
  const sent = happens(0.5) ? { method: 'POST', body: messages.join('\u001e') } : {}
  return {
    ...{ ...request, ...sent, expected: 'anything', route: `ANY ${SOCKET_PATH}` },
    path: `${SOCKET_PATH}?EIO=${version}&transport=${transport}${others}`,
    ...(transport === 'websocket' ? { messages } : {}),
  }
}

function createPacket(random: SeededRandom) {
  const json = JSON.stringify(hostileValue(random)) ?? ''
  return random.oneOf(
    ...['40', '40{"tvToken":"x"}', '41', '421', '1', '2probe', '3', 'bAAAA', '4'.repeat(70_000)],
    ...['42["qr:join",{"qrId":"x"}]', `42["qr:join",${json}]`, `42${json}`, `40${json}`],
    ...['45-["x",{"_placeholder":true,"num":0}]', '451-["x",{"_placeholder":true,"num":9}]'],
    hostileText(random).toWellFormed(),
  )
}
