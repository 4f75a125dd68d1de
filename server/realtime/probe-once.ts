import type { Server as Engine } from '@socket.io/bun-engine'

type Websocket = ReturnType<Engine['handler']>['websocket']

/** bun-engine 0.1.2 starts a timer for every probe and stops only the last: a second one ends the websocket. */
export function allowOneProbe(websocket: Websocket): Websocket {
  const probed = new WeakSet<object>()
  return {
    ...websocket,
    message(socket, message) {
      if (message === '2probe') {
        if (probed.has(socket.data)) return void socket.close()
        probed.add(socket.data)
      }
      websocket.message(socket, message)
    },
  }
}
