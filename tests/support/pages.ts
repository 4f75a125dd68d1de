import { expect } from 'bun:test'
import { join } from 'node:path'
import { ROOMS } from './clinic.ts'
import { type signIn, until } from './server.ts'

export type Admin = Awaited<ReturnType<typeof signIn>>

type State = { isLive: boolean; isConnected: boolean; shows: string[]; played?: string[] }

/** A desk or a TV in a process of its own, as the test sees it. */
export function aPage(kind: 'desk' | 'tv', wish: object) {
  const program = join(import.meta.dirname, `a-${kind}.ts`)
  const child = Bun.spawn([process.execPath, program, JSON.stringify(wish)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const seen: State[] = []
  void read()
  async function read() {
    let rest = ''
    for await (const chunk of child.stdout) {
      const lines = (rest + new TextDecoder().decode(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) seen.push(JSON.parse(line))
    }
  }
  const latest = () => seen.at(-1)

  return {
    latest,
    /** How often it began to listen. */
    joined: () => seen.filter(({ isLive }, n) => isLive && seen[n - 1]?.isLive !== true).length,
    played: () => latest()?.played ?? [],
    listens: (isLive = true) =>
      until(`the ${kind} listens: ${isLive}`, () => latest()?.isLive === isLive, 15_000),
    shows: (...what: string[]) =>
      until(
        `the ${kind} shows ${what}, not ${latest()?.shows}`,
        () => JSON.stringify(latest()?.shows) === JSON.stringify(what),
        15_000,
      ),
    close: () => child.kill('SIGKILL'),
  }
}

/** One call more: whatever was played twice would have come before it. */
export async function playsNext(admin: Admin, tv: ReturnType<typeof aPage>) {
  await call(admin, 'CARA', ROOMS.dispensary)
  await until('the next is played', () => tv.played().includes('CARA'), 20_000)
  expect(tv.played()).toEqual(['ALI', 'BEN', 'CARA'])
}

export async function call(admin: Admin, name: string, room: number) {
  const { id } = await admin.register(name)
  expect((await admin.call(id, room)).status).toBe(200)
}
