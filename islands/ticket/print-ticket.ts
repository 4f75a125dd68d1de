import type { Patient } from '#domain/patients/patient'
import { getPrintPath, PRINTED } from '#domain/tickets/ticket-view'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { toastError } from '../data/toasts.ts'

const PRINTED_WITHIN_MS = 10_000
/** Wait after the print dialog, which stops the page, so that delayed events arrive first. */
const AFTER_DIALOG_MS = 1_000

/** Prints in a hidden frame, so that reception can continue. Reports a ticket that fails. */
export async function printTicket({ id, label }: Pick<Patient, 'id' | 'label'>) {
  const report = (reason: string) =>
    toastError('Ticket not printed', `Ticket #${label} was not printed. ${reason}`)
  try {
    // The frame cannot report why a ticket is missing.
    await unwrap(api.patients[':id'].ticket.$get({ param: { id: `${id}` } }))
  } catch (cause) {
    return report(getErrorMessage(cause, 'Please try again.'))
  }
  const isPrinted = await printInFrame(getPrintPath(id))
  if (!isPrinted) report('Check the printer, then print it again.')
}

export async function printInFrame(path: string) {
  const frame = document.createElement('iframe')
  frame.className = 'visually-hidden'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  frame.src = path
  document.body.append(frame)
  const listening = new AbortController()
  const isPrinted = await new Promise<boolean>(resolve => {
    function handleMessage({ source, data }: MessageEvent) {
      if (source === frame.contentWindow && data === PRINTED) resolve(true)
    }
    addEventListener('message', handleMessage, { signal: listening.signal })
    setTimeout(() => setTimeout(() => resolve(false), AFTER_DIALOG_MS), PRINTED_WITHIN_MS)
  })
  listening.abort()
  frame.remove()
  return isPrinted
}
