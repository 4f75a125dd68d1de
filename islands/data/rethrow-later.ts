/** What went on is not stopped, and the console and a TV's heartbeat still name the error. */
export function rethrowLater(cause: unknown) {
  setTimeout(() => {
    throw cause
  })
}
