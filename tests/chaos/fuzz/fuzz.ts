import { createCounts } from './counts.ts'
import { findFinalFaults } from './final-checks.ts'
import { startFuzzedProgram } from './program.ts'
import { createRequests } from './requests/create-requests.ts'
import { createKnownValues } from './requests/known-values.ts'
import { listTargets } from './requests/targets.ts'
import { createRoles } from './roles.ts'
import { createSender } from './send-requests.ts'

const WARM_UP = 5_000
/** Clients and sockets that come and go by themselves. */
const MORE_FILES = 10
/** With fewer requests a rare route may not succeed by chance. */
const COVERING = 50_000
/** It would replace the data of the run. */
const NEVER_SUCCEEDS = 'POST /api/backups/:name/restore'

type Options = { requests: number; seed: number; report: (line: string) => void }

/** Sends valid and hostile requests over every route to the real program and returns what went wrong. */
export async function runFuzz({ requests, seed, report }: Options) {
  const startedAt = performance.now()
  const program = await startFuzzedProgram()
  try {
    const roles = await createRoles(program.url, program.keeper)
    const known = createKnownValues()
    const counts = createCounts()
    const { targets, files } = await listTargets()
    const createRequest = createRequests({ seed, targets, files, state: { known, roles } })
    const sender = createSender({ program, roles, known, counts, createRequest, report })
    const filesAtStart = program.openFiles()

    await sender.sendUpTo(Math.min(WARM_UP, Math.ceil(requests / 4)))
    const before = await program.settle(filesAtStart + MORE_FILES)
    await sender.sendUpTo(requests)
    const after = await program.settle(filesAtStart + MORE_FILES)

    const routes = targets.map(({ route }) => route).filter(route => route !== NEVER_SUCCEEDS)
    const faults = [
      ...sender.faults(),
      ...counts.findFaults(requests >= COVERING ? routes : []),
      ...(await findFinalFaults(program, { before, after })),
    ]
    const code = await program.end()
    if (code !== 0) faults.push(`SIGTERM ended the program with ${code}`)
    const seconds = (performance.now() - startedAt) / 1000
    return { counts, faults, before, after, seconds }
  } finally {
    await program.remove()
  }
}
