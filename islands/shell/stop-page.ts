const stops: (() => void)[] = []

/** For what the page of a signed-in user has started. */
export function onStop(stop: () => void) {
  stops.push(stop)
}

export function stopPage() {
  for (const stop of stops.splice(0)) stop()
}
