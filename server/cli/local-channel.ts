import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const SOCKET = 'control.sock'
/** Windows uses a port and a key, because Wine has no socket files and Bun's are untested there. */
const PORT_FILE = 'control.json'
const USES_PORT = process.platform === 'win32'

const addressSchema = z.object({ port: z.number(), key: z.string().min(32) })

/**
 * Answers users who may read the data folder. Only the process that holds the folder may call this,
 * because it removes the channel that a killed process has left.
 */
export function openLocalChannel(
  dataDir: string,
  answer: (request: Request) => Promise<Response>,
  usesPort = USES_PORT,
) {
  const path = join(dataDir, usesPort ? PORT_FILE : SOCKET)
  rmSync(path, { force: true })
  const server = usesPort ? listenOnPort(path, answer) : listenOnSocket(path, answer)
  return function close() {
    void server.stop(true)
    try {
      rmSync(path, { force: true })
    } catch {
      // The next start removes the file if the disk can be written again.
    }
  }
}

/** A backup sends no bytes while it is checked. Bun's types lack this for a socket file. */
const WITHOUT_TIMEOUT = { idleTimeout: 0 } as object

function listenOnSocket(unix: string, fetch: (request: Request) => Promise<Response>) {
  return Bun.serve({ unix, ...WITHOUT_TIMEOUT, fetch })
}

function listenOnPort(path: string, answer: (request: Request) => Promise<Response>) {
  const key = randomBytes(32).toString('hex')
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...WITHOUT_TIMEOUT,
    // Check the key, because every program and user of this computer can reach the port.
    fetch: async request =>
      isSame(request.headers.get('authorization') ?? '', key)
        ? answer(request)
        : new Response(null, { status: 401 }),
  })
  writeFileSync(path, JSON.stringify({ port: server.port, key }), { mode: 0o600 })
  return server
}

function isSame(given: string, expected: string) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns null if no program answers. Throws if the program answers too late or stops before. */
export async function askLocalChannel(
  dataDir: string,
  body: string,
  timeoutMs: number,
  usesPort = USES_PORT,
): Promise<Response | null> {
  const address = usesPort ? readAddress(dataDir) : getSocketAddress(dataDir)
  if (!address) return null
  const response = await fetch(address.url, {
    ...address.how,
    method: 'POST',
    body,
    signal: AbortSignal.timeout(timeoutMs),
    // Bun's own timeout would end a long backup after five minutes.
    timeout: false,
    proxy: false,
  }).catch(cause => {
    if (cause.name === 'TimeoutError' || cause.code === 'ECONNRESET') throw cause
    return null
  })
  // After a crash another program may have taken the port.
  return usesPort && !response?.ok ? null : response
}

function getSocketAddress(dataDir: string) {
  return { url: 'http://localhost/', how: { unix: join(dataDir, SOCKET) } }
}

function readAddress(dataDir: string) {
  try {
    const text = readFileSync(join(dataDir, PORT_FILE), 'utf8')
    const { port, key } = addressSchema.parse(JSON.parse(text))
    return { url: `http://127.0.0.1:${port}/`, how: { headers: { authorization: key } } }
  } catch {
    return null
  }
}
