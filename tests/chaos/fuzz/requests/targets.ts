import { join } from 'node:path'
import { createApp } from '../../../../server/app.ts'
import { loadAssets } from '../../../../server/http/assets.ts'
import { listAssets } from '../../../../server/http/static-files.ts'
import { listRouteRequests, type RouteRequest } from '../../../support/server/request-inputs.ts'
import { createTestClinic } from '../../../support/server/test-clinic.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** How often a route is asked for, where that is not once as often as others. */
const WEIGHTS: Record<string, number> = {
  'POST /api/patients': 3,
  'PATCH /api/patients/:id/status': 3,
  // Rarely, or the queue would always be empty.
  'POST /api/patients/reset-queue': 0.05,
  // Passwords are slow on purpose.
  'POST /api/auth/login': 0.3,
  'POST /api/auth/logout': 0.1,
  'POST /api/auth/change-password': 0.2,
  'POST /api/users': 0.3,
  // Each is a process of its own, or a whole archive.
  'POST /api/backups': 0.05,
  'GET /api/backups/:name/file': 0.2,
}

export type Target = RouteRequest & { weight: number }

/** Every route that the program has, read from its router, and the paths of its files. */
export async function listTargets() {
  const test = await createTestClinic()
  try {
    const app = createApp(test.clinic, { assets: loadAssets() })
    const routes = listRouteRequests(app, {}, () => '1')
    const targets = routes.map(one => ({ ...one, weight: WEIGHTS[one.route] ?? 1 }))
    const files = [
      ...listAssets(join(ROOT, 'static')).keys(),
      ...listAssets(join(ROOT, 'dist')).keys(),
    ]
    return { targets, files }
  } finally {
    await test.close()
  }
}
