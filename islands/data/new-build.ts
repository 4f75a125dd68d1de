import { BUILD_HEADER } from '#domain/pages'

let served: string | null = null

/** Reloads an open staff page once after an update, because it still runs the old scripts. */
export function checkBuild(headers: Headers) {
  served = headers.get(BUILD_HEADER)
  if (served && document.body.dataset.session === 'in') loadNewBuild()
}

export function loadNewBuild() {
  const { build } = document.body.dataset
  if (!served || !build || served === build) return
  // Prevents endless reloads between two builds. The history state also works without storage.
  if (history.state?.loadedForBuild === served) return
  history.replaceState({ ...history.state, loadedForBuild: served }, '')
  location.reload()
}
