const PATIENTS = '[data-about], [data-patient]'

type Place = { top: number; about: string | undefined; at: number }

const places = new WeakMap<Element, Place>()
let isFirstCall = true

/**
 * Remembers since when each row has been where it is, and each button has been for its patient.
 * Returns true if one has changed.
 */
export function findMovedPatients(at: number) {
  let hasMoved = false
  for (const element of document.querySelectorAll<HTMLElement>(PATIENTS)) {
    // Scrolling does not change it.
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
