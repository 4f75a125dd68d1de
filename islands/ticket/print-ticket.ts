import type { Patient } from '#domain/patients/patient'
import { getPrintPath } from '#domain/tickets/ticket-view'
import { api, getErrorMessage, unwrap } from '../data/api.ts'
import { toastError } from '../data/toasts.ts'
import { printInFrame } from './print-frame.ts'

/** Prints in a hidden frame, so that reception can continue. Reports a ticket that fails. */
export async function printTicket({ id, label }: Pick<Patient, 'id' | 'label'>) {
  const reason = (await getRefusal(id)) ?? (await print(id))
  if (reason === null) return
  toastError('Ticket Not Printed', `Ticket #${label} was not printed. ${reason}`)
}

/** Returns the reason for a missing ticket, because a frame cannot report it. */
async function getRefusal(id: number) {
  try {
    await unwrap(api.patients[':id'].ticket.$get({ param: { id: `${id}` } }))
    return null
  } catch (cause) {
    return getErrorMessage(cause, 'Please try again.')
  }
}

async function print(id: number) {
  return (await printInFrame(getPrintPath(id))) ? null : 'Check the printer, then print it again.'
}
