const PATIENTS = '[data-about], [data-patient]'

type Place = { top: number; about: string | undefined; at: number }

const places = new WeakMap<Element, Place>()
let isFirstCall = true

/**
 * Remembers when each row last moved, and when each button last changed its patient. Returns true
 * if any has changed.
 */
export function findMovedPatients(at: number) {
  let hasMoved = false
  for (const element of document.querySelectorAll<HTMLElement>(PATIENTS)) {
    // Scrolling does not change `offsetTop`.
    const { offsetTop: top, dataset } = element
    const about = dataset.about ?? dataset.patient
    const place = places.get(element)
    if (place?.top === top && place.about === about) continue
    places.set(element, { top, about, at: isFirstCall ? -Infinity : at })
    hasMoved = !isFirstCall
  }
  isFirstCall = false
  return hasMoved
}

export function movedAt(target: EventTarget | null) {
  const element = target instanceof Element ? target.closest(PATIENTS) : null
  return (element && places.get(element)?.at) ?? -Infinity
}
