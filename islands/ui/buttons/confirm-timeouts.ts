/** How long a second press confirms a deletion (specification, section 9). */
export const PATIENT_DELETE_CONFIRM_MS = 3_000
export const DELETE_CONFIRM_MS = 5_000
