import { isJakimZone, type PrayerOptions } from '../display/prayer-times.ts'
import type { Location } from '../display/weather.ts'

/** JAKIM's zones, with JAKIM's names of their districts. */
const ZONES = `
JHR01 Pulau Aur, Pulau Pemanggil
JHR02 Johor Bahru, Kota Tinggi, Mersing, Kulai
JHR03 Kluang, Pontian
JHR04 Batu Pahat, Muar, Segamat, Gemas Johor, Tangkak
KDH01 Kota Setar, Kubang Pasu, Pokok Sena
KDH02 Kuala Muda, Yan, Pendang
KDH03 Padang Terap, Sik
KDH04 Baling
KDH05 Bandar Baharu, Kulim
KDH06 Langkawi
KDH07 Puncak Gunung Jerai
KTN01 Bachok, Kota Bharu, Machang, Pasir Mas, Pasir Puteh, Tanah Merah, Tumpat, Kuala Krai, Mukim Chiku
KTN02 Gua Musang (Daerah Galas dan Bertam), Jeli, Jajahan Kecil Lojing
MLK01 Seluruh Negeri Melaka
NGS01 Tampin, Jempol
NGS02 Jelebu, Kuala Pilah, Rembau
NGS03 Port Dickson, Seremban
PHG01 Pulau Tioman
PHG02 Kuantan, Pekan, Muadzam Shah
PHG03 Jerantut, Temerloh, Maran, Bera, Chenor, Jengka
PHG04 Bentong, Lipis, Raub
PHG05 Genting Sempah, Janda Baik, Bukit Tinggi
PHG06 Cameron Highlands, Genting Highlands, Bukit Fraser
PHG07 Zon Khas Daerah Rompin (Mukim Rompin, Mukim Endau, Mukim Pontian)
PLS01 Kangar, Padang Besar, Arau
PNG01 Seluruh Negeri Pulau Pinang
PRK01 Tapah, Slim River, Tanjung Malim
PRK02 Kuala Kangsar, Sg. Siput, Ipoh, Batu Gajah, Kampar
PRK03 Lenggong, Pengkalan Hulu, Grik
PRK04 Temengor, Belum
PRK05 Kg Gajah, Teluk Intan, Bagan Datuk, Seri Iskandar, Beruas, Parit, Lumut, Sitiawan, Pulau Pangkor
PRK06 Selama, Taiping, Bagan Serai, Parit Buntar
PRK07 Bukit Larut
SBH01 Bahagian Sandakan (Timur), Bukit Garam, Semawang, Temanggong, Tambisan, Bandar Sandakan, Sukau
SBH02 Beluran, Telupid, Pinangah, Terusan, Kuamut, Bahagian Sandakan (Barat)
SBH03 Lahad Datu, Silabukan, Kunak, Sahabat, Semporna, Tungku, Bahagian Tawau (Timur)
SBH04 Bandar Tawau, Balong, Merotai, Kalabakan, Bahagian Tawau (Barat)
SBH05 Kudat, Kota Marudu, Pitas, Pulau Banggi, Bahagian Kudat
SBH06 Gunung Kinabalu
SBH07 Kota Kinabalu, Ranau, Kota Belud, Tuaran, Penampang, Papar, Putatan, Bahagian Pantai Barat
SBH08 Pensiangan, Keningau, Tambunan, Nabawan, Bahagian Pedalaman (Atas)
SBH09 Beaufort, Kuala Penyu, Sipitang, Tenom, Long Pasia, Membakut, Weston, Bahagian Pedalaman (Bawah)
SGR01 Gombak, Petaling, Sepang, Hulu Langat, Hulu Selangor, Shah Alam
SGR02 Kuala Selangor, Sabak Bernam
SGR03 Klang, Kuala Langat
SWK01 Limbang, Lawas, Sundar, Trusan
SWK02 Miri, Niah, Bekenu, Sibuti, Marudi
SWK03 Pandan, Belaga, Suai, Tatau, Sebauh, Bintulu
SWK04 Sibu, Mukah, Dalat, Song, Igan, Oya, Balingian, Kanowit, Kapit
SWK05 Sarikei, Matu, Julau, Rajang, Daro, Bintangor, Belawai
SWK06 Lubok Antu, Sri Aman, Roban, Debak, Kabong, Lingga, Engkelili, Betong, Spaoh, Pusa, Saratok
SWK07 Serian, Simunjan, Samarahan, Sebuyau, Meludam
SWK08 Kuching, Bau, Lundu, Sematan
SWK09 Zon Khas (Kampung Patarikan)
TRG01 Kuala Terengganu, Marang, Kuala Nerus
TRG02 Besut, Setiu
TRG03 Hulu Terengganu
TRG04 Dungun, Kemaman
WLY01 Kuala Lumpur, Putrajaya
WLY02 Labuan
`

export const JAKIM_ZONES = ZONES.trim()
  .split('\n')
  .map((line): [code: string, districts: string] => [line.slice(0, 5), line.slice(6)])

/** Latitude and longitude of towns in each zone, and of nearby towns that use other tables. */
const TOWNS = `
JHR01 2.45,104.52 2.58,104.33
JHR02 1.49,103.74 1.46,103.76 1.73,103.9 2.43,103.84 1.66,103.6 1.46,104.15 1.9,104.1 1.48,103.9
JHR03 2.03,103.32 1.49,103.39 1.85,103.55 1.35,103.5
JHR04 1.85,102.93 2.04,102.57 2.51,102.82 2.27,102.54 2.58,102.62 2.05,103.05
KDH01 6.12,100.37 6.27,100.42 6.17,100.52 6.46,100.43 6.4,100.3
KDH02 5.65,100.49 5.8,100.37 5.99,100.48 5.68,100.6 5.98,100.6
KDH03 6.26,100.61 5.81,100.74 6.37,100.75 6.0,100.8
KDH04 5.68,100.92 5.6,100.77 5.5,100.9
KDH05 5.37,100.56 5.13,100.5 5.28,100.62 5.2,100.6
KDH06 6.32,99.85 6.37,99.73
KDH07 5.788,100.435
KTN01 6.07,102.4 6.13,102.24 5.77,102.22 6.05,102.14 5.83,102.4 5.81,102.15 6.2,102.17 5.53,102.2 5.03,102.15
KTN02 4.88,101.97 5.7,101.84 4.65,101.45 5.17,102.05 5.4,101.8
MLK01 2.19,102.25 2.38,102.21 2.31,102.43 2.35,102.08
NGS01 2.47,102.23 2.89,102.41 2.58,102.61 2.75,102.42
NGS02 2.94,102.06 2.74,102.25 2.59,102.09 3.05,102.07
NGS03 2.52,101.8 2.73,101.94 2.82,101.8 2.68,101.88
PHG01 2.8,104.17
PHG02 3.81,103.33 3.49,103.39 3.06,103.07 3.95,103.25
PHG03 3.94,102.36 3.45,102.42 3.59,102.77 3.27,102.45 3.5,102.6 3.77,102.55 4.4,102.4
PHG04 3.52,101.91 4.18,102.05 3.79,101.86 4.25,101.8
PHG05 3.36,101.79 3.33,101.87 3.35,101.83
PHG06 4.47,101.38 4.4,101.4 3.424,101.794 3.71,101.74
PHG07 2.8,103.48 2.66,103.6 2.95,103.42
PLS01 6.44,100.2 6.66,100.32 6.43,100.27 6.4,100.13
PNG01 5.41,100.33 5.34,100.22 5.4,100.4 5.17,100.48 5.52,100.43 5.36,100.46 5.29,100.26
PRK01 4.2,101.26 3.83,101.4 3.68,101.52
PRK02 4.77,100.94 4.82,101.07 4.6,101.08 4.47,101.04 4.31,101.15 4.75,101.15
PRK03 5.11,100.97 5.71,101.0 5.43,101.13
PRK04 5.32,101.4 5.55,101.35 5.65,101.5
PRK05 4.18,100.94 4.02,101.02 3.99,100.79 4.36,100.97 4.5,100.78 4.47,100.91 4.23,100.63 4.21,100.7 4.23,100.56 3.9,100.95
PRK06 5.22,100.69 4.85,100.74 5.01,100.54 5.13,100.49 4.95,100.65
PRK07 4.862,100.793
SBH01 5.84,118.12 5.57,117.85 5.51,118.28 5.47,119.1 5.35,118.6
SBH02 5.89,117.55 5.63,117.12 5.15,116.9 6.3,117.4 5.22,117.49
SBH03 5.03,118.33 5.02,118.6 4.68,118.25 5.1,119.08 4.48,118.61 5.02,118.88
SBH04 4.24,117.89 4.31,118.0 4.42,117.77 4.42,117.48
SBH05 6.88,116.84 6.49,116.74 6.71,117.04 7.2,117.15
SBH06 6.075,116.558
SBH07 5.98,116.07 5.95,116.67 6.35,116.43 6.18,116.23 5.91,116.12 5.73,115.93 5.89,116.05 6.0,116.54
SBH08 4.56,116.32 5.34,116.16 5.67,116.36 5.05,116.45
SBH09 5.35,115.75 5.57,115.59 5.08,115.55 5.13,115.94 4.4,115.72 5.47,115.8 5.22,115.6
SGR01 3.25,101.65 3.11,101.61 2.76,101.7 3.11,101.82 3.56,101.65 3.07,101.52 2.99,101.79 3.32,101.58 3.03,101.58 3.1,101.65 3.15,101.76
SGR02 3.34,101.25 3.77,100.99 3.51,101.11 3.27,101.47
SGR03 3.04,101.45 2.81,101.5 3.0,101.39 2.95,101.55
SWK01 4.75,115.0 4.85,115.41 4.89,115.21 4.8,115.27
SWK02 4.4,113.99 3.87,113.72 4.05,113.84 4.0,113.8 4.18,114.32 3.73,115.45
SWK03 3.15,113.4 2.7,113.78 3.6,113.63 2.88,112.85 3.11,113.26 3.17,113.04
SWK04 2.29,111.83 2.9,112.09 2.74,111.94 2.01,112.55 2.82,111.71 2.85,111.88 2.92,112.53 2.1,112.15 2.02,112.94
SWK05 2.13,111.52 2.68,111.53 2.03,111.92 2.15,111.24 2.52,111.43 2.17,111.64 2.24,111.2
SWK06 1.04,111.83 1.24,111.46 1.88,111.24 1.6,111.4 1.8,111.12 1.35,111.17 1.13,111.65 1.41,111.53 1.5,111.4 1.6,111.25 1.74,111.35
SWK07 1.17,110.57 1.39,110.75 1.46,110.49 1.52,110.93 1.65,111.08
SWK08 1.55,110.35 1.42,110.15 1.67,109.85 1.81,109.78
SWK09 4.935,115.475
TRG01 5.33,103.14 5.21,103.21 5.38,103.08
TRG02 5.83,102.55 5.68,102.71 5.53,102.75 5.75,102.5 5.91,102.73
TRG03 5.07,103.01 5.0,102.85 5.15,102.75
TRG04 4.76,103.42 4.23,103.42 4.48,103.44 4.6,103.2
WLY01 3.14,101.69 2.93,101.69 3.19,101.69 3.09,101.72 3.2,101.74
WLY02 5.28,115.24 5.33,115.2
Singapore 1.29,103.85 1.43,103.79 1.4,103.9 1.37,103.96 1.34,103.7
Brunei 4.9,114.94 4.58,114.2 4.81,114.66 4.71,115.07
Thailand 7.01,100.47 6.66,100.42 5.77,101.07 6.03,101.96 6.43,101.82 6.62,100.07 6.7,100.25
Indonesia 4.13,117.66 3.3,117.63 1.1,104.03 1.67,101.45 3.59,98.67 -0.03,109.33 0.85,110.1 1.36,109.3
`

/** Villages in Sarawak are up to this far from the next town. */
const MAX_DISTANCE_DEGREES = 0.8

const PLACES = TOWNS.trim()
  .split('\n')
  .flatMap(line => {
    const [place = '', ...towns] = line.split(' ')
    return towns.map(town => {
      const [latitude = 0, longitude = 0] = town.split(',').map(Number)
      return { place, latitude, longitude }
    })
  })

/** Returns the zone of the nearest town; null outside the area of JAKIM's tables. */
function findJakimZone(location: Location): string | null {
  let best = { distance: MAX_DISTANCE_DEGREES, place: '' }
  for (const { place, latitude, longitude } of PLACES) {
    // Near the equator, a degree of longitude is as long as a degree of latitude.
    const distance = Math.hypot(latitude - location.latitude, longitude - location.longitude)
    if (distance < best.distance) best = { distance, place }
  }
  return isJakimZone(best.place) ? best.place : null
}

export function findZone(
  { method, zone }: Pick<PrayerOptions, 'method' | 'zone'>,
  place: Location,
) {
  if (method !== 'JAKIM') return null
  return isJakimZone(zone) ? zone : findJakimZone(place)
}
