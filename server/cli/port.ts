import { z } from 'zod'
import { getErrorCode } from '#db/connection/errors'
import type { Config } from '../config/config.ts'
import { listLanAddresses } from '../config/lan-addresses.ts'
import { PROGRAM_NAME } from '../config/version.ts'
import { ConfigError } from '../domain/errors.ts'
import { formatErrorLine } from '../observability/log.ts'

export const MAX_WAIT_MS = 3_000

type Address = Pick<Config, 'host' | 'port'>

const healthSchema = z.object({
  program: z.literal(PROGRAM_NAME),
  ok: z.boolean(),
  backupCopies: z.string().optional(),
  lastBackupCopy: z.object({ at: z.string() }).nullish(),
})

export type Health = z.infer<typeof healthSchema> & { isTls: boolean }

/**
 * Returns null if this program does not answer. Does not test whether the port is free, because
 * the test takes the port for a moment, and a program that starts in that moment would end.
 */
export async function askHealth(address: Address & Pick<Config, 'tls'>): Promise<Health | null> {
  if (address.port === 0) return null
  const wanted = address.tls !== undefined
  return (await askWith(address, wanted)) ?? (await askWith(address, !wanted))
}

export async function runHealthcheck(options: Config) {
  const answer = await askHealth(options)
  if (answer?.ok) {
    console.log('The program is healthy.')
    return 0
  }
  console.error(
    answer
      ? 'The program answers, but it cannot read or save its data.'
      : `Port ${options.port}: the program does not answer.`,
  )
  return 1
}

/** Only this program responds to /healthz with its name. */
async function askWith(address: Address, isTls: boolean): Promise<Health | null> {
  try {
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    const url = `${isTls ? 'https' : 'http'}://${getHost(address)}:${address.port}/healthz`
    const tls = { rejectUnauthorized: false }
    // The proxy in HTTP_PROXY would look for the program on the proxy's own computer.
    const response = await fetch(url, { signal, tls, redirect: 'manual', proxy: false })
    const health = healthSchema.safeParse(await response.json())
    return health.success ? { ...health.data, isTls } : null
  } catch {
    return null
  }
}

export function getHost({ host }: Pick<Address, 'host'>) {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Takes the port for a moment. Throws a ConfigError if it is not free. */
export function assertListenable({ port, host }: Address) {
  try {
    const fetch = () => new Response(null, { status: 503 })
    void Bun.serve({ port, ...(host ? { hostname: host } : {}), fetch }).stop(true)
  } catch (cause) {
    throw explainListenError(cause, { port, host })
  }
}

/** Codes of failures before the address was tried. A wrong address has other codes in Bun. */
const OWN_FAILURE = /^(EMFILE|ENFILE|ENOMEM|ENOBUFS)$/

export function explainListenError(cause: unknown, { port, host }: Address) {
  const code = getErrorCode(cause)
  if (code === 'EACCES') {
    return new ConfigError(
      `Port ${port} is reserved for root and for services. Choose one above 1023 with --port, or run the program as a service.`,
    )
  }
  if (code === 'EADDRINUSE') {
    return new ConfigError(`Port ${port} is taken. Choose another with --port.`)
  }
  if (!host || OWN_FAILURE.test(code)) {
    return new ConfigError(`Cannot listen on port ${port}: ${formatErrorLine(cause)}`)
  }
  const addresses = ['127.0.0.1', ...listLanAddresses()].join(', ')
  return new ConfigError(
    `This computer cannot listen on ${host} (--host, HOST). Its own addresses are ${addresses}; without --host it listens on all.`,
  )
}
