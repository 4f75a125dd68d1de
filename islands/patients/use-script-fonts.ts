import { useEffect } from 'react'
import { linkScriptFonts } from '../stage/script-fonts.ts'

const CHINESE_OR_TAMIL = /[\u0b80-\u0bff\u2e80-\u9fff\uf900-\ufaff]|[\ud840-\ud8ff]/

/** Some desks lack such fonts, whose sheet is too large for a page that needs none. */
export function useScriptFonts(patients: { name: string | null }[]) {
  useEffect(() => {
    if (patients.some(({ name }) => name && CHINESE_OR_TAMIL.test(name))) linkScriptFonts()
  }, [patients])
}
