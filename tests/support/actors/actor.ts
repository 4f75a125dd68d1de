import { aRoomBody } from '../samples.ts'

/** Of any shape: a test fails on what is not there. */
type Json = ReturnType<JSON['parse']>

/** What people do at a desk, over the network or without one. */
export function createActor<Answer extends { body: Json }, Rest>(
  send: (method: string, path: string, json?: unknown, rest?: Rest) => Promise<Answer>,
) {
  const by = (method: string) => (path: string, json?: unknown, rest?: Rest) =>
    send(method, path, json, rest)
  const verbs = { post: by('POST'), put: by('PUT'), patch: by('PATCH'), delete: by('DELETE') }
  const step = (id: number, json: object) => verbs.patch(`/api/patients/${id}/status`, json)
  return {
    ...verbs,
    step,
    register: async (name: string, more: object = {}): Promise<Json> =>
      (await verbs.post('/api/patients', { name, ...more })).body,
    call: (id: number, windowId: number) => step(id, { status: 'called', windowId }),
    addRoom: (name: unknown, rest?: Rest) => verbs.post('/api/windows', aRoomBody(name), rest),
    renameRoom: (id: number, name: string) => verbs.put(`/api/windows/${id}`, aRoomBody(name)),
  }
}
