/** Phones that show tickets, in one process and from one address: for `bun run bench:phones`. */
export type PhonesCommand = { url: string; tickets: string[] } | { isStopping: true }
/** `answers` counts them by status; 0 is a request without one. */
export type PhonesMessage = { asked: number } | { answers: Record<string, number> }

/** As often as islands/ticket/phone.ts asks while it is visible. */
const ASK_EVERY_MS = 5_000

let answers: Record<string, number> = {}

const send = (message: PhonesMessage) => process.send?.(message)

process.on('disconnect', () => process.exit(0))
process.on('message', (command: PhonesCommand) => {
  if ('isStopping' in command) send({ answers })
  else void startPhones(command.url, command.tickets)
})

/** Spreads the phones, and reports when each has asked once; only what follows is counted. */
async function startPhones(url: string, tickets: string[]) {
  for (const ticket of tickets) {
    const ask = createPhone(`${url}/api/t/${ticket}`)
    void ask()
    setInterval(ask, ASK_EVERY_MS)
    await Bun.sleep(ASK_EVERY_MS / tickets.length)
  }
  answers = {}
  send({ asked: tickets.length })
}

function createPhone(address: string) {
  let etag = ''

  async function getStatus() {
    const headers: HeadersInit = etag ? { 'if-none-match': etag } : {}
    const response = await fetch(address, { headers })
    etag = response.headers.get('etag') ?? ''
    await response.arrayBuffer()
    return response.status
  }

  return async () => {
    const status = await getStatus().catch(() => 0)
    answers[status] = (answers[status] ?? 0) + 1
  }
}
