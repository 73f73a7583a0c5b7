/** Who orders in the demo: names as the world writes them, also the long and the hard ones. */
export interface DemoPerson {
  first: string;
  last: string;
  /** Where it is not first, then last. */
  full?: string;
  country: string;
  dialCode: string;
  city: string;
  /** Before the @ of the address. */
  mailbox: string;
}

const person = (names: string, country: string, dialCode: string, city: string, mailbox: string): DemoPerson => {
  const [first = '', last = '', full] = names.split('|');
  return { first, last, country, dialCode, city, mailbox, ...(full && { full }) };
};

export const demoPeople: readonly DemoPerson[] = [
  person("Siobhán|Ní Mhaoldhomhnaigh-O'Sullivan", 'Ireland', '353', 'Galway', 'siobhan.mhaol'),
  person('花子|山田|山田 花子', 'Japan', '81', 'Osaka', 'hanako.yamada'),
  person('Ananya|Raghunathan-Krishnamurthy', 'India', '91', 'Chennai', 'ananya.rk'),
  person('Айгерім|Сәрсенбаева', 'Kazakhstan', '7', 'Almaty', 'aigerim.s'),
  person('ليلى|حداد', 'United Arab Emirates', '971', 'Dubai', 'layla.haddad'),
  person('Hương|Phạm Thị Thanh|Phạm Thị Thanh Hương', 'Vietnam', '84', 'Da Nang', 'huong.pham'),
  person('José Luis|Fernández de la Vega y Monteagudo', 'Spain', '34', 'Zaragoza', 'joseluis.fernandezdelavega'),
  person('สมชาย|ใจดี', 'Thailand', '66', 'Chiang Mai', 'somchai.j'),
  person('Åsa|Öström', 'Sweden', '46', 'Umeå', 'asa.ostrom'),
  person('Mele|Tupou', 'Tonga', '676', "Nuku'alofa", 'mele'),
  person('Grzegorz|Brzęczyszczykiewicz', 'Poland', '48', 'Łódź', 'grzegorz.b'),
  person('민준|김|김민준', 'South Korea', '82', 'Busan', 'minjun.kim'),
  person('Chukwuemeka|Nwachukwu-Ogbonnaya', 'Nigeria', '234', 'Enugu', 'emeka.no'),
  person('Zoë|van der Westhuizen', 'South Africa', '27', 'Stellenbosch', 'zoe.vdw'),
  person('João Pedro|dos Santos Conceição', 'Brazil', '55', 'Salvador', 'joaopedro.sc'),
  person('דוד|בן־עמי', 'Israel', '972', 'Haifa', 'david.benami'),
  person('Müjgan|Yıldırım', 'Turkey', '90', 'İzmir', 'mujgan.y'),
  person('Κωνσταντίνα|Παπαδοπούλου', 'Greece', '30', 'Patras', 'konstantina.p'),
  person('Jürgen|Groß-Weißenfels', 'Germany', '49', 'Görlitz', 'juergen.gw'),
  person('建国|王|王建国', 'China', '86', 'Chengdu', 'jianguo.wang'),
  person('Þórunn|Guðmundsdóttir', 'Iceland', '354', 'Akureyri', 'thorunn.g'),
  person('Anaïs|Lefèvre-Château', 'France', '33', 'Orléans', 'anais.lc'),
  person('Олександр|Шевченко', 'Ukraine', '380', 'Lviv', 'oleksandr.s'),
  person('O|Li', 'Australia', '61', 'Perth', 'o.li'),
  person('Mary-Jane|Smith', 'United Kingdom', '44', 'Leeds', 'maryjane.smith'),
  person('Christopher|Washington III', 'United States', '1', 'Albuquerque', 'chris.washington'),
  person('Étienne|Tremblay-Bouchard', 'Canada', '1', 'Québec', 'etienne.tb'),
  person('Siti Nurhaliza|binti Abdullah', 'Malaysia', '60', 'Kuching', 'siti.nb'),
  person('María de los Ángeles|Ñáñez Quiñones', 'Mexico', '52', 'Mérida', 'mariaangeles.nq'),
  person('Tāne|Mahuta-Wairau', 'Cook Islands', '682', 'Avarua', 'tane.mw'),
  person('ნინო|ბერიძე', 'Georgia', '995', 'Batumi', 'nino.b'),
  person('Dewi|Kusumawardani', 'Indonesia', '62', 'Surabaya', 'dewi.k'),
  person('Lukáš|Černý', 'Czechia', '420', 'Olomouc', 'lukas.cerny'),
  person('سمیرا|رضایی', 'Iran', '98', 'Shiraz', 'samira.rezaei'),
  person('ප්‍රියා|ජයසිංහ', 'Sri Lanka', '94', 'Kandy', 'priya.j'),
  person('Mikko|Hämäläinen', 'Finland', '358', 'Jyväskylä', 'mikko.h'),
  person('Ngozi|Okafor', 'Nigeria', '234', 'Lagos', 'ngozi.okafor'),
  person('Fa’asavalu|Leavai', 'Samoa', '685', 'Apia', 'faasavalu.l'),
];
