/** Whether it is a name or an address with or without a port: headers are whatever a client wrote. */
export function isValidHost(text: string) {
  return /^[a-z0-9.:[\]-]{1,255}$/i.test(text) && URL.canParse(`http://${text}`)
}
