/** Maximum size of each text on a TV, in px of the stage. Long texts shrink to fit. */
export const TEXT_SIZES = {
  clinicName: 44,
  calling: 40,
  callName: 120,
  historyName: 36,
}
