import { type Problem, rootProblem } from '../support/unless.ts'

export type Environment = {
  name: string
  /** Why it cannot be had on this machine. */
  problem?: Problem
  /** Of the checkout. */
  folder?: string
  umask?: string
  /** The id of the user who owns the checkout and runs the suite. */
  user?: number
  env?: Record<string, string | undefined>
  /** The command that runs the suite, with a folder for its own files. */
  wrap?: (folder: string) => string[]
  /** Returns what undoes it. */
  prepare?: (bun: string, checkout: string) => Promise<() => unknown>
}

const NOBODY = 65_534
const PORT = 3000
const ONE_CORE = ['taskset', '-c', '0']
const PROGRAMS =
  '/usr/bin/redis-server /usr/sbin/nginx /usr/bin/caddy /usr/lib/chromium* /usr/bin/chrom* /usr/bin/google-chrome*'
/** With them the suite would install a Chromium. */
const INSTALLERS = '/usr/bin/apt-get /usr/bin/sudo'

export const ENVIRONMENTS: Environment[] = [
  { name: `the program on port ${PORT}`, prepare: startOnDefaultPort },
  {
    name: 'another user than root',
    problem: rootProblem,
    user: NOBODY,
    wrap: () => ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'],
  },
  {
    name: 'LANG=C, in a path with letters outside ASCII',
    folder: 'klinik ÜBER 1',
    env: { LANG: 'C', LC_ALL: undefined },
  },
  { name: 'TZ=Pacific/Auckland', env: { TZ: 'Pacific/Auckland' } },
  { name: 'TZ=America/St_Johns', env: { TZ: 'America/St_Johns' } },
  { name: 'umask 077', umask: '077' },
  { name: 'HOME unset', env: { HOME: undefined } },
  { name: 'one core', wrap: () => ONE_CORE },
  { name: 'load 8 on 2 cores: four busy loops beside it', prepare: () => startBusyLoops(4) },
  {
    name: 'load on one core: two busy loops on it',
    wrap: () => ONE_CORE,
    prepare: () => startBusyLoops(2, ONE_CORE),
  },
  {
    name: 'no Redis, proxies or Chromium',
    problem: rootProblem,
    env: { SQLD: undefined, CHROMIUM: undefined },
    wrap: folder => ['unshare', '--mount', 'sh', '-c', `${hide(folder)} && exec "$@"`, 'sh'],
  },
  { name: 'test files in random order', env: { TEST_SEED: String(Date.now() % 100_000) } },
]

/** Removes the programs from a layer over /usr that only the suite sees. */
function hide(folder: string) {
  return `mkdir ${folder}/layer && mount -t tmpfs tmpfs ${folder}/layer && cd ${folder}/layer && mkdir upper work &&
    mount -t overlay -o lowerdir=/usr,upperdir=upper,workdir=work overlay /usr && cd "$OLDPWD" &&
    rm -rf ${PROGRAMS} ${INSTALLERS}`
}

async function startOnDefaultPort(bun: string, checkout: string) {
  const options = { cwd: checkout, stdout: 'ignore', stderr: 'ignore' } as const
  Bun.spawnSync([bun, 'run', 'build'], options)
  const command = [bun, 'server/main.ts', '--demo', '--port', String(PORT)]
  const program = Bun.spawn(command, options)
  while (!(await fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => null))) {
    if (program.exitCode !== null) throw new Error(`port ${PORT} cannot be used`)
    await Bun.sleep(100)
  }
  return () => program.kill()
}

/** They compute until the suite has ended. */
async function startBusyLoops(count: number, wrap: string[] = []) {
  const command = [...wrap, process.execPath, '--eval', 'for (;;);']
  const loops = Array.from({ length: count }, () => Bun.spawn(command))
  return () => loops.forEach(loop => void loop.kill('SIGKILL'))
}
