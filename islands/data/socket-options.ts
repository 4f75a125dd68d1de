import { RECONNECT, SOCKET_PATH } from '#domain/events'

export const WEBSOCKET_FIRST = ['websocket', 'polling']
export const POLLING_FIRST = ['polling', 'websocket']

/** Apart from live.ts, so that the login page can do without socket.io-client. */
export const SOCKET_OPTIONS = {
  path: SOCKET_PATH,
  // This page takes the changes instead of the specified events.
  auth: { page: true },
  transports: WEBSOCKET_FIRST,
  tryAllTransports: true,
  reconnectionDelay: RECONNECT.firstDelayMs,
  reconnectionDelayMax: RECONNECT.longestDelayMs,
  reconnectionAttempts: RECONNECT.attempts,
  timeout: RECONNECT.connectTimeoutMs,
}
