import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askLocalChannel, openLocalChannel } from '../../server/cli/local-channel.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'clinic-local-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const answer = async (request: Request) => new Response(`heard ${await request.text()}`)

describe.each([
  ['a socket file', false],
  ['a port and a key', true],
])('by %s', (_, usesPort) => {
  const open = () => openLocalChannel(folder, answer, usesPort)
  const ask = async () => {
    const response = await askLocalChannel(folder, 'backup', 60_000, usesPort)
    return response && (await response.text())
  }

  test('who may read the data folder asks, and is answered until it closes', async () => {
    expect(await ask()).toBeNull()
    const close = open()
    expect(await ask()).toBe('heard backup')
    close()
    expect({ answer: await ask(), left: readdirSync(folder) }).toEqual({ answer: null, left: [] })
  })

  test('it takes over what a killed program has left', async () => {
    const closeFirst = open()
    const close = open()
    expect(await ask()).toBe('heard backup')
    closeFirst()
    close()
  })
})

test('a proxy that is set for the internet is not asked', async () => {
  process.env.HTTP_PROXY = 'http://127.0.0.1:9'
  const close = openLocalChannel(folder, answer, true)
  const response = await askLocalChannel(folder, 'backup', 60_000, true)
  delete process.env.HTTP_PROXY
  close()
  expect(response?.status).toBe(200)
})

describe('a port', () => {
  const readAddress = () => JSON.parse(readFileSync(join(folder, 'control.json'), 'utf8'))

  test('is closed to whoever cannot read the key', async () => {
    const close = openLocalChannel(folder, answer, true)
    const { port, key } = readAddress()
    const url = `http://127.0.0.1:${port}/`
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, 'control.json')).mode & 0o077).toBe(0)
    }
    for (const authorization of ['', 'undefined', key.slice(1), `${key}0`, key.toUpperCase()]) {
      const { status } = await fetch(url, { method: 'POST', headers: { authorization } })
      expect({ authorization, status }).toEqual({ authorization, status: 401 })
    }
    close()
  })

  test('that another program got after a crash is nobody, and so is a broken file', async () => {
    const other = Bun.serve({ port: 0, fetch: () => new Response('welcome', { status: 404 }) })
    const file = join(folder, 'control.json')
    for (const text of [JSON.stringify({ port: other.port, key: 'k'.repeat(64) }), '{"port"', '']) {
      writeFileSync(file, text)
      expect(await askLocalChannel(folder, 'backup', 60_000, true)).toBeNull()
    }
    await other.stop(true)
  })
})
