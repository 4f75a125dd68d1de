import { BUILD_HEADER } from '#domain/pages'

let served: string | null = null

/** After an update each open page of staff reloads once, because its scripts are older. */
export function checkBuild(headers: Headers) {
  served = headers.get(BUILD_HEADER)
  if (served && document.body.dataset.session === 'in') loadNewBuild()
}

/** A kiosk reloads while nobody uses it. */
export function loadNewBuild() {
  const { build } = document.body.dataset
  if (!served || !build || served === build) return
  // Two servers with different builds would cause endless reloads. The history works without storage.
  if (history.state?.loadedForBuild === served) return
  history.replaceState({ ...history.state, loadedForBuild: served }, '')
  location.reload()
}
