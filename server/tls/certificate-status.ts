/** When the certificate in use expires, ISO 8601; null without one. */
export function createCertificateStatus() {
  let expiry: string | null = null
  return {
    getExpiry: () => expiry,
    setExpiry(next: string) {
      expiry = next
    },
  }
}

export type CertificateStatus = ReturnType<typeof createCertificateStatus>
