import type { Patient } from '#domain/patients/patient'
import { getPrintPath, PRINTED } from '#domain/tickets/ticket-path'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { toastError } from '../data/toasts.ts'

const PRINTED_WITHIN_MS = 10_000
/** The browser's print dialog stops the page, and what happened meanwhile arrives after it. */
const AFTER_DIALOG_MS = 1_000

/** Prints in a hidden frame, so that reception can go on; says which ticket was not printed. */
export async function printTicket({ id, label }: Pick<Patient, 'id' | 'label'>) {
  const reason = (await getRefusal(id)) ?? (await print(id))
  if (reason === null) return
  toastError('Ticket Not Printed', `Ticket #${label} was not printed. ${reason}`)
}

/** Why there is no ticket, which a frame could not tell. */
async function getRefusal(id: number) {
  try {
    await unwrap(api.patients[':id'].ticket.$get({ param: { id: `${id}` } }))
    return null
  } catch (cause) {
    return getErrorMessage(cause, 'Please try again.')
  }
}

async function print(id: number) {
  const frame = document.createElement('iframe')
  frame.className = 'visually-hidden'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  frame.src = getPrintPath(id)
  document.body.append(frame)
  const isPrinted = await waitForPrint(frame)
  frame.remove()
  return isPrinted ? null : 'Check the printer, then print it again.'
}

function waitForPrint(frame: HTMLIFrameElement) {
  return new Promise<boolean>(resolve => {
    const stop = (isPrinted: boolean) => {
      removeEventListener('message', handleMessage)
      resolve(isPrinted)
    }
    function handleMessage({ source, data }: MessageEvent) {
      if (source === frame.contentWindow && data === PRINTED) stop(true)
    }
    addEventListener('message', handleMessage)
    setTimeout(() => setTimeout(() => stop(false), AFTER_DIALOG_MS), PRINTED_WITHIN_MS)
  })
}
