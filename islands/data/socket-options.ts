import { RECONNECT, SOCKET_PATH } from '#domain/events'

export const WEBSOCKET_FIRST = ['websocket', 'polling']
export const POLLING_FIRST = ['polling', 'websocket']

/** Separate from live.ts, so that the login page need not load socket.io-client. */
export const SOCKET_OPTIONS = {
  path: SOCKET_PATH,
  // Requests changes instead of the specified events.
  auth: { page: true },
  transports: WEBSOCKET_FIRST,
  tryAllTransports: true,
  reconnectionDelay: RECONNECT.firstDelayMs,
  reconnectionDelayMax: RECONNECT.longestDelayMs,
  reconnectionAttempts: RECONNECT.attempts,
  timeout: RECONNECT.connectTimeoutMs,
}
