const PRESSABLE =
  'button, a[href], summary, label, [type=checkbox], [type=radio], [data-press], [data-patient]'

const PATIENTS = '[data-about], [data-patient]'

/** `about`: the patient whom a press would affect. `item`: the surrounding row or dialog. */
export type Thing = { element: Element | null; item: Element | null; about: string; label: string }

export const NOTHING: Thing = { element: null, item: null, about: '', label: '' }

export function isField(target: EventTarget | null) {
  return target instanceof Element && target.matches(':read-write, select')
}

export function describePressable(target: EventTarget | null) {
  return describe(target instanceof Element ? target.closest(PRESSABLE) : null)
}

export function describe(element: Element | null): Thing {
  const subject = element?.closest<HTMLElement>(PATIENTS)?.dataset
  const id = subject?.about ?? subject?.patient ?? ''
  // A patient's button counts as replaced when the server's answer enables it.
  const about = id && element?.matches(':disabled') ? `${id} busy` : id
  return {
    element,
    item: element?.closest('li, tr, dialog') ?? null,
    about,
    label: getLabel(element),
  }
}

function getLabel(element: Element | null) {
  if (!(element instanceof HTMLElement) || !element.matches(PRESSABLE)) return ''
  // A row's text changes with the waiting time.
  if (element.matches('[data-patient]')) return ''
  // biome-ignore lint/performance/useDomNodeTextContent: a button may hide one of its two words
  return element.getAttribute('aria-label') ?? element.innerText
}

/** Removes counts, because a new count does not change a label's meaning. */
const withoutCounts = (label: string) => label.replace(/\d+/g, '')

export function isSame(a: Thing, b: Thing) {
  if (a.about !== b.about) return false
  if (a.element === b.element) return withoutCounts(a.label) === withoutCounts(b.label)
  // React may replace a button with an equal one.
  return a.label === b.label && (a.about !== '' || (a.item !== null && a.item === b.item))
}

type Place = { top: number; about: string | undefined; at: number }

const places = new WeakMap<Element, Place>()
let isFirstCall = true

/** Notes when rows move and buttons change their patient. Returns true if any has changed. */
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
