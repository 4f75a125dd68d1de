export const SIGNED_IN_PART = '.shell'

const stops: (() => void)[] = []

export function onStop(stop: () => void) {
  stops.push(stop)
}

export function stopPage() {
  for (const stop of stops.splice(0)) stop()
}
