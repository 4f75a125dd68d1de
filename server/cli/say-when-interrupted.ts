const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/** On a signal, prints how far the command got, then exits. Returns a function that stops this. */
export function sayWhenInterrupted(format: () => string) {
  const listeners = Object.entries(SIGNALS).map(([signal, number]) => {
    const listener = () => {
      console.error(format())
      process.exit(128 + number)
    }
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  return () => {
    for (const remove of listeners) remove()
  }
}
