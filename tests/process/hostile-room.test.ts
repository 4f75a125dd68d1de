import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInOwnProcess } from '../support/database/own-process.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { type Program, runProgram } from '../support/server/program.ts'

const ctx = setUpDataFolder()
const NAMES = ['__proto__', 'constructor', 'toString']

/** What the reports count of each room, however it is asked for. */
async function readRooms(program: Program) {
  const { cookie, send } = await program.admin()
  const period = 'from=2000-01-01&to=2099-12-31'
  const { status, body } = await send('GET', `/api/reports?${period}&by=room`)
  const page = await fetch(`${await program.url()}/reports?${period}`, { headers: { cookie } })
  const text = await page.text()
  return {
    statuses: [status, page.status],
    rooms: body.rows?.map(({ key, n }: { key: string; n: number }) => [key, n]),
    onPage: NAMES.filter(name => text.includes(`<th scope="row">${name}</th>`)),
  }
}

const inDatabase = (lines: string) =>
  runInOwnProcess(
    `const db = await openDatabase('file:' + args[0])
    const { sql } = await import('drizzle-orm')
    ${lines}
    await db.close()`,
    join(ctx.folder, 'clinic.db'),
  )

test('rooms named like what every object has are called, counted and kept, and the program goes on', async () => {
  const first = ctx.start()
  const { send, register, call, addRoom } = await first.admin()
  for (const name of NAMES) {
    const { status, body } = await addRoom(name)
    expect([status, body.name]).toEqual([201, name])
    const { id } = await register('ALI')
    expect((await call(id, body.id)).status).toBe(200)
    const done = await send('PATCH', `/api/patients/${id}/status`, { status: 'completed' })
    expect(done.status).toBe(200)
  }
  const rooms = NAMES.map(name => [name, 1]).toSorted()
  const counted = { statuses: [200, 200], rooms: expect.arrayContaining(rooms), onPage: NAMES }
  expect(await readRooms(first)).toEqual(counted)
  expect((await send('GET', '/api/patients')).status).toBe(200)
  await first.stop()
  expect(first.printed.text).not.toContain('"level":"error"')

  inDatabase(`await db.write(tx => tx.run(sql\`update patients set day = date(day, '-3 days')\`))`)
  const second = ctx.start()
  expect(await readRooms(second)).toEqual(counted)
  await second.stop()
  expect(second.printed.text).not.toContain('"level":"error"')
})

test('the program seals what all objects share before it does anything', async () => {
  const preload = join(ctx.folder, 'preload.ts')
  const line = "console.log('sealed: ' + [Object, Object.prototype].map(Object.isSealed))"
  writeFileSync(preload, `process.on('exit', () => ${line})`)
  const program = runProgram({ args: ['version'], env: { BUN_OPTIONS: `--preload ${preload}` } })
  await program.exit()
  expect(program.printed.text).toContain('sealed: true,true')
})
