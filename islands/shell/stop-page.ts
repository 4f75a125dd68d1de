const stops: (() => void)[] = []

/** For what the page of a signed-in user has started. */
export function onStop(stop: () => void) {
  stops.push(stop)
}

/** Ends it: nothing is drawn, listens to keys or asks the server any more. */
export function stopPage() {
  for (const stop of stops.splice(0)) stop()
}
