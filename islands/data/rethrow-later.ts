/** Lets the caller continue. The console and a TV's heartbeat still report the error. */
export function rethrowLater(cause: unknown) {
  setTimeout(() => {
    throw cause
  })
}
