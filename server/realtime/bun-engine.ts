import type { Server as Engine } from '@socket.io/bun-engine'
import type { Server } from 'bun'
import type { CrossSiteCheck } from '../security/request-origin.ts'

type EngineServer = Parameters<Engine['handleRequest']>[1]

/** bun-engine 0.1.2 accepts a lost Upgrade header, a foreign Origin and a second websocket. */
export function patchEngine(engine: Engine, findCrossSiteProblem: CrossSiteCheck) {
  return async (request: Request, server: Server<unknown>): Promise<Response> => {
    const query = new URL(request.url).searchParams
    const isUpgrade = request.headers.get('upgrade')?.toLowerCase() === 'websocket'
    if ((query.get('transport') === 'websocket') !== isUpgrade) return reject(400, BAD_REQUEST)
    // Bun upgrades only valid handshakes, and bun-engine would answer 500 to others.
    if (isUpgrade && !isHandshake(request)) return reject(400, BAD_REQUEST)
    const problem = findCrossSiteProblem(request)
    if (problem !== null) return reject(403, { code: 4, message: problem })
    // Safe: every websocket of this server belongs to the engine, so the engine sets its data.
    const engineServer = server as EngineServer
    if (isUpgrade && hasWebsocket(engine, query.get('sid'))) {
      return acceptAndClose(request, engineServer)
    }
    return engine.handleRequest(request, engineServer)
  }
}

const WEBSOCKET_KEY = /^[a-z0-9+/]{22}==$/i

function isHandshake({ method, headers }: Request) {
  return method === 'GET' && WEBSOCKET_KEY.test(headers.get('sec-websocket-key') ?? '')
}

const BAD_REQUEST = { code: 3, message: 'Bad request' }

function reject(status: number, error: { code: number; message: string }) {
  return Response.json(error, { status })
}

function hasWebsocket(engine: Engine, sid: string | null) {
  // `clients` is private, but the engine has no public way to find a session's transport.
  const { clients } = engine as unknown as { clients: Map<string, { transport: { name: string } }> }
  return sid !== null && clients.get(sid)?.transport.name === 'websocket'
}

function acceptAndClose(request: Request, server: EngineServer) {
  const transport = {
    onOpen: (socket: { close(): void }) => socket.close(),
    onMessage() {},
    onCloseEvent() {},
  }
  const data = { transport } as unknown as Parameters<EngineServer['upgrade']>[1]['data']
  return server.upgrade(request, { data }) ? new Response(null) : reject(400, BAD_REQUEST)
}

type Websocket = ReturnType<Engine['handler']>['websocket']

/** A second probe closes the websocket, because bun-engine 0.1.2 stops only the last timer. */
export function allowOneProbe(websocket: Websocket): Websocket {
  const probed = new WeakSet<object>()
  return {
    ...websocket,
    message(socket, message) {
      if (message === '2probe') {
        if (probed.has(socket.data)) return void socket.close()
        probed.add(socket.data)
      }
      websocket.message(socket, message)
    },
  }
}
