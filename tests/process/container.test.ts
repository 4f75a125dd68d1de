import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getFreePort } from '../support/network/server-process.ts'
import { compileBinary } from '../support/server/compiled-binary.ts'
import { until } from '../support/server/test-server.ts'
import { TIME_LIMIT_MS } from '../support/time-limit.ts'
import { describeUnless, findProgram, getProgramProblem, rootProblem } from '../support/unless.ts'

setDefaultTimeout(TIME_LIMIT_MS)

const ROOT = join(import.meta.dirname, '../..')
const USER = 10001
const MAX_BYTES = 200e6
/** What the builder's stage needs, without its scripts: any Debian has more. */
const PACKAGES = 'dash,coreutils,libc6,libgcc-s1'

const folder = mkdtempSync(join(tmpdir(), 'clinic-image-'))
const env = { ...process.env, STORAGE_DRIVER: 'vfs', HOME: folder }

function run(...command: string[]) {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd: ROOT, env })
  if (!success) throw new Error(`${command.join(' ')}: ${stderr}`)
  return stdout.toString().trim()
}

const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
const buildah = (...args: string[]) => run('buildah', ...store, ...args)

function getBaseProblem() {
  const problem =
    rootProblem ?? getProgramProblem('buildah') ?? getProgramProblem('mmdebstrap') ?? null
  if (problem || !findProgram('unshare')) return problem ?? 'there is no unshare'
  if (!Bun.spawnSync(['unshare', '-m', 'true']).success) return 'nothing can be mounted here'
  const tar = join(folder, 'base.tar')
  const base = ['--quiet', '--variant=extract', `--include=${PACKAGES}`, 'bookworm', tar]
  const { success } = Bun.spawnSync(['mmdebstrap', ...base])
  return success ? null : "Debian's packages cannot be fetched"
}

const problem = getBaseProblem()
if (problem) rmSync(folder, { recursive: true, force: true })

describeUnless(problem)('the container image', () => {
  let mounted = ''
  const data = join(folder, 'data')

  beforeAll(() => {
    compileBinary()
    const container = buildah('from', 'scratch')
    buildah('add', '-q', container, join(folder, 'base.tar'))
    buildah('commit', '-q', container, 'localhost/base')
    const args = ['--build-arg', 'BASE=localhost/base']
    const asDocker = ['--format', 'docker', '--isolation', 'chroot']
    buildah('bud', '-q', ...asDocker, ...args, '-t', 'clinic', '.')
    mounted = buildah('mount', buildah('from', 'clinic'))
    // A runtime makes these.
    for (const name of ['proc', 'dev']) mkdirSync(join(mounted, name))
    mkdirSync(data)
    chownSync(data, USER, USER)
  })
  afterAll(() => {
    Bun.spawnSync(['buildah', ...store, 'rm', '-a'], { env })
    rmSync(folder, { recursive: true, force: true })
  })

  const readConfig = () => JSON.parse(buildah('inspect', '--type', 'image', 'clinic')).Docker.config

  /** As a runtime does with `--read-only` and a volume. */
  function start(args: string[], port: number) {
    const { User, Env } = readConfig()
    const script = `set -e
      mount --bind "$0" "$0"
      mount --rbind /proc "$0/proc"
      mount --rbind /dev "$0/dev"
      mount --bind "$1" "$0/data"
      mount -o remount,ro,bind "$0"
      root=$0; shift
      exec chroot --userspec=${User} "$root" "$@"`
    const words = ['unshare', '-m', 'sh', '-c', script, mounted, data, ...args]
    const environment = Object.fromEntries(Env.map((line: string) => line.split(/=(.*)/)))
    const PATH = `${process.env.PATH}:${environment.PATH}`
    return Bun.spawn(words, {
      env: { ...process.env, ...environment, PATH, PORT: `${port}` },
      stdout: 'pipe',
      stderr: 'pipe',
    })
  }

  function serve(port: number) {
    const { Entrypoint, Cmd } = readConfig()
    return start([...Entrypoint, ...Cmd], port)
  }

  async function isHealthy(port: number) {
    return (await start(readConfig().Healthcheck.Test.slice(1), port).exited) === 0
  }

  async function becomeHealthy(server: ReturnType<typeof serve>, port: number) {
    const hasEnded = () => server.exitCode !== null
    await until('it is healthy', async () => hasEnded() || (await isHealthy(port)))
    if (hasEnded()) throw new Error(`it ended: ${await new Response(server.stderr).text()}`)
  }

  test('it is small, and says how to run and to watch it', () => {
    const { User, Volumes, Healthcheck, ExposedPorts } = readConfig()
    expect(User).toBe(`${USER}:${USER}`)
    expect(Object.keys(Volumes)).toEqual(['/data'])
    expect(Object.keys(ExposedPorts)).toEqual(['3000/tcp'])
    expect(Healthcheck.Test).toEqual(['CMD', 'clinic', 'healthcheck'])
    expect(Number.parseInt(run('du', '-sb', mounted), 10)).toBeLessThan(MAX_BYTES)
  })

  test('it writes only /data, as another user than root, is healthy, ends in order, and starts again', async () => {
    const port = getFreePort()
    expect(await isHealthy(port)).toBe(false)
    const before = readdirSync(mounted, { recursive: true }).length
    const first = serve(port)
    await becomeHealthy(first, port)
    expect(statSync(join(data, 'clinic.db')).uid).toBe(USER)
    first.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    expect(readdirSync(mounted, { recursive: true })).toHaveLength(before)
    expect(await new Response(first.stdout).text()).toContain('first administrator created')

    const second = serve(port)
    await becomeHealthy(second, port)
    second.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    expect(await new Response(second.stdout).text()).not.toContain('first administrator created')
  })
})
