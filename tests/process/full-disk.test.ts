import { expect } from 'bun:test'
import { join } from 'node:path'
import {
  getFaultyDiskProblem,
  getMountProblem,
  mountFaultyDisk,
  mountSmallDisk,
} from '../support/files/small-disk.ts'
import { setUpDataFolder } from '../support/server/data-folder.ts'
import { parsePrometheusText } from '../support/server/prometheus-text.ts'
import { until } from '../support/server/test-server.ts'
import { testUnless } from '../support/unless.ts'

const ctx = setUpDataFolder()
const SIZE_MB = 16

testUnless(getMountProblem())(
  'monitoring sees a full disk, and that it has space again',
  async () => {
    const disk = mountSmallDisk(SIZE_MB)
    const dataDir = ['--data-dir', join(disk?.place ?? '', 'data')]
    const program = ctx.start(dataDir)
    const url = await program.url()
    const admin = await program.admin()
    const health = async () => {
      const response = await fetch(`${url}/healthz`)
      return { status: response.status, body: await response.json() }
    }
    expect(await health()).toMatchObject({ status: 200, body: { ok: true, storage: 'ok' } })

    disk?.fill()
    await until('a registration is refused', async () => {
      const { status } = await admin.post('/api/patients', { name: 'ALI' })
      return status === 507
    })
    expect(await health()).toMatchObject({
      status: 503,
      body: { ok: false, database: 'ok', storage: expect.stringContaining('Nothing can be saved') },
    })
    const metrics = parsePrometheusText(await (await fetch(`${url}/metrics`)).text())
    expect(metrics.value('clinic_storage_writable')).toBe(0)
    expect(metrics.value('clinic_failed_writes_total')).toBeGreaterThan(0)

    expect(await ctx.run(['reset-password', 'admin', ...dataDir])).toEqual({
      code: 1,
      output: expect.stringContaining("the disk of the clinic's computer is full. Free some"),
    })

    disk?.empty()
    await until('it can save again', async () => (await health()).status === 200)
    await program.stop()
    disk?.remove()
  },
)

testUnless(getFaultyDiskProblem())(
  'on a disk that has become read-only the queue can still be read',
  async () => {
    const disk = mountFaultyDisk()
    const dataDir = ['--data-dir', join(disk?.place ?? '', 'data')]
    const program = ctx.start(dataDir)
    const url = await program.url()
    const admin = await program.admin()
    expect((await admin.post('/api/patients', { name: 'ALI' })).status).toBe(201)

    disk?.fail()
    const refused = await admin.post('/api/patients', { name: 'MEI' })
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 507,
      body: {
        error: expect.stringContaining('disk is read-only and may be failing'),
      },
    })
    const { body } = await admin.send('GET', '/api/patients')
    expect(body).toMatchObject([{ name: 'ALI', status: 'waiting' }])
    expect((await fetch(`${url}/healthz`)).status).toBe(503)

    await program.stop()
    disk?.remove()
  },
)
