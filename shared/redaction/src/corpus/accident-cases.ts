import { rows } from './rows.ts';

/**
 * What processors, clients and their systems write: classes of writings with the cases around them. The numbers are
 * 412663971 and 531847296, last four 3971.
 */

/** Texts from which the numbers, or their last four, go. */
export const ACCIDENTS_IN_TEXT = rows`
  // Where the number was given, who says it, a mask without dashes, a last four that may be a year or that words follow.
  SSN on Navy Fed app is 412663971 ¦ SSN on his credit card app: 412663971 ¦ social mismatch: app 412663971, card 531847296
  Rep: can I get your SSN please\nCustomer: sure\nCustomer: 412663971 ¦ Kim: ssn?\nAnn: same as before\nKim: resend pls\nAnn: 412663971 ¦ Rep: can I get your SSN please\nCustomer: 412663971 ¦ Bot: Please enter your Social Security Number.\nUser: 412663971
  SSN and phone: 412663971 / 404-555-0182 ¦ ssn and ein: 412663971 58-1234567 ¦ Ann Lee, 412663971, ssn verified ¦ Cannot cast "412663971" (ssn) to uuid ¦ ssn trace 412663971 ¦ ssn check: 412663971 ¦ SSN 41266**** ¦ ssn masked as 41266XXXX on report ¦ ssn 412xx3971
  ssn: 1989 ¦ ssn 3971 dob 1/2/80 ¦ SSN 3971 + DOB to unlock ¦ ssn 3971 zip 90210 ¦ ssn 3971 thx
  // A type below its number.
  number: 412663971\n type: SSN ¦ number: 412663971\ntype: SSN\nnumber: 531847296\ntype: SSN ¦ Id Number: 412-66-3971\nId Type: SSN ¦ value=412663971; type=ssn
  - ID: 412663971\n- Type: SSN ¦ **ID:** 412663971\n**Type:** SSN ¦ > number: 412663971\n> type: SSN ¦ INFO x: value=412663971, type=SSN
  SSN: **XXX-XX-3971** ¦ **SSN 3971** ¦ SSN = _3971_
  // Two spaces, and quotes as telephones write them.
  ssn  card: 412663971 ¦ SSN of  client is 412663971 ¦ ID: 412663971  (SSN) ¦ Hi\nssn of  client is 412663971\nThanks ¦ 412663971\nthat’s my social
  ID: 412663971\nType: Social Security Number ¦ idNumber=412663971, idType=SSN\nx ¦ Borrower ID No. 412663971\r\nID Type - social
  "number": "412663971",\n"type": "SSN"\n ¦ id_number=412 66 3971&id_type=ssn ¦ Tax ID number 412663971\ntype: individual SSN
  // The next person of a list, and what is compared.
  SSNs - John: 412663971, Ann: 531847296 ¦ Socials: Bo 412663971 / Ann 531847296 ¦ ssns Bo 412663971, Ann 531-84-7296
  social for wife: 412663971; husband: 531847296 ¦ SSN 412663971, spouse 531847296 ¦ ssn him 412663971 her 531847296
  SSN mismatch: app 412663971 vs bureau 531847296 ¦ ssn mismatch - bureau 412663971, app 531847296
  // Names of files, and how people shorten and mistype.
  SSN pending 404-555-0182\n* SSN: 412663971 ¦ SSN office 1213\n- ssn 412663971 ¦ ssn verified with 3 bureaus\n2) 01/09/1970 3) SSN 412663971
  Form W-2  a Employee's social security number\n412-66-3971\nb EIN\n58-1234567 ¦ SSN on record is 412663971 ¦ SSN of client is 412663971
  scocial security 412663971 ¦ ID type: SSN, ID number: 412663971 ¦ SSN:3971 (last 4 only)
  ssn-card-412663971.jpg ¦ SSN_card_412663971.png ¦ SocNum: 412663971 ¦ soc no. 412663971 ¦ socail 412663971
  // Names as programs write them, in a log; with digits that lost their zeros, and the last four.
  subjectSocial: 41266397 ¦ SocSec: 41266397 ¦ SocNum: 3971
  ssnText: 412663971 ¦ x SocialSecurityNumberUnparsed="412663971" ¦ ownerTaxIdNumber=412663971, x ¦ ssn_masked: 3971 ¦ ssnEndsWith=3971
  ssn_4: 3971 ¦ ss_last_4=3971 ¦ taxIdLast4: "3971" ¦ SocialLast4: 3971 ¦ sozialversicherungsnummer: 412663971
  // The question and the answer.
  Q: SSN? A: 412663971 ¦ Q: What is your SSN? A: 412663971 ¦ Q: Social? A: 412-66-3971 ¦ SSN? Ans: 412663971
  what is your social?\n412663971 ¦ what's ur ssn\n412663971 ¦ Agent: can you send your social?\nClient: 412663971
  Agent: last four of your social?\nClient: 3971
  // The second of two numbers.
  SSN mismatch: 412663971 vs 531847296 ¦ SSN mismatch - 412663971 versus 531847296
  SSN on app 412663971 vs 531847296 on card ¦ wrong social on app 412663971 s/b 531847296
  SSN 412663971 should be 531847296 ¦ ssn was 412663971, s/b 531847296 ¦ ssn: 412663971 → 531847296
  ssn changed from 412663971 to 531847296 ¦ SSN corrected 412663971 to 531847296
  her soc is 412663971 his is 531847296 ¦ his ssn is 412663971 and hers is 531847296
  her social is 412663971, his is 531847296 ¦ SSNs: 412663971, 531847296 ¦ SSNs 412663971 / 531847296
  ssns 412663971 and 531847296 ¦ SSN (borrower) 412663971 (co-borrower) 531847296 ¦ Taxpayer Identifier: 412663971
  Taxpayer Identification Number: 412663971 ¦ individual taxpayer identification number 412663971
  Taxpayer No. 412663971 ¦ Q: last 4 of SSN? A: 3971 ¦ SSN 3971 verified ¦ tax id last 4: 3971
  SSN#?\nClient: 412663971 ¦ Tax ID on file: 412663971 ¦ Taxpayer ID for Ann Doe: 412663971 ¦ TIN verified: 412663971
  412663971 (Owner SSN) ¦ 412663971 is the guarantor SSN ¦ SSN ID - 412663971 ¦ SSN number of Ann: 412663971
  // A table with what is an escape elsewhere.
  Name,SSN\n\\N,412663971 ¦ Name,SSN,Path\nAnn,412-66-3971,C:\\x ¦ Name\tSSN\nAnn "A\\" Doe\t412663971
  // JSON among other text.
  payload={"idNumber":"412663971","idType":"SSN"} sent ¦ POST /x {"type":"SSN","id":"412663971"}
  {"type":"SSN","id":"412663971"}\n{"type":"SSN","id":"531847296"}\n ¦ [{"type":"SSN","id":"412663971"}], [1]
  body { "a": "{", "ids": [{"kind": "SSN", "id": 412663971}] } (2) ¦ x {"a":1 y {"type":"SSN","id":"412663971"}
  // A document within a document.
  <R><N><![CDATA[<BORROWER _SSN="412-66-3971" _Name="Doe"/>]]></N></R> ¦ <R><N><![CDATA[<SSN>412663971</SSN>]]></N></R>
  <R><N><![CDATA[<SocialPartitioned>412663971</SocialPartitioned>]]></N></R>
  <R><N><![CDATA[<a href="x?ssn=412663971">y</a>]]> (old)</N></R> ¦ <R><SSN><![CDATA[412663971]]></SSN></R>
  <R><p>{"identifiers":[{"type":{"code":"SSN"},"id":"412663971"}]}</p></R>
  <R><p><![CDATA[ [{"type":{"code":"SSN"},"id":"412663971"}] ]]></p></R>
  <label>SSN <input value="412663971"></label> ¦ https://x.test/?q=SSN+412663971
  social security account number 412663971 ¦ ID: 412663971 (SSN)
  // In brackets that are no tags.
  Ann Doe <ssn: 412-66-3971> ¦ Ann Doe <ssn 412663971> ¦ Ann Doe <SSN412663971>
  // Masks without a space or a dash.
  XXX/XX/3971 ¦ XXX_XX_3971 ¦ 412\u204466\u20443971
  // Words of processors.
  NSS 412663971 ¦ ssn card # 412663971 ¦ SSN card #412663971 ¦ ssn card no. 412663971 ¦ ssn card: 412663971
  ss card # 412663971 ¦ ss card copy rec'd, # 412663971 ¦ ss card rcvd 412663971 ¦ SS card received 412663971
  social security card rcvd # 412663971 ¦ Socials - Ann 412663971, Bo 531847296 ¦ Socials: Ann 412663971, Bo 531847296
  socials Ann 412663971 Bo 531847296 ¦ SSNs - Ann 412663971, Bo 531847296 ¦ social - 412663971 ¦ social-412663971
  Social# 412663971 ¦ 412663971 (socials) ¦ 412663971 (social) ¦ 412663971 - social ¦ 412663971 social
  412663971 wife (social) ¦ 412663971 wife social ¦ 412663971 husband ssn ¦ 412663971 spouse's social ¦ SNN 412663971
  SNN: 412663971 ¦ SNN is 412663971 ¦ snn#412663971 ¦ his SNN 412663971 ¦ uses ssn as ein: 412663971
  uses his ssn as EIN 412663971 ¦ sole prop, ssn as fein 412663971 ¦ SSN/EIN same 412663971
  sole prop uses SSN 412663971 ¦ ssn 412663971 used as ein ¦ soc: 412663971 ¦ soc is 412663971 ¦ soc sec 412663971
  soc sec # 412663971 ¦ SS 412663971 ¦ ss# 412663971 ¦ ss #: 412663971 ¦ ssn-412663971 ¦ ssn=412663971
  scan 2020-412-66-3971 ¦ socArea 412 group 66 serial 3971 ¦ ssn 412 66 3971 ¦ ssn 412.66.3971 ¦ SSN 412-66-3971. ¦ social verified 412663971 ¦ social provided: 412663971
  client social 412663971 ¦ b1 ssn 412663971 b2 ssn 531847296 ¦ B1: 412663971 (ssn) B2: 531847296 (ssn)
  ITIN 912703971 / SSN 412663971 ¦ full ssn 412663971 ¦ full social is 412663971 ¦ new ssn per client 412663971
  SSN per tax return 412663971 ¦ W2 shows ssn 412663971 ¦ ssn from DL 412663971 ¦ dob 1/2/80 ssn 412663971
  DOB 01/02/1980 SSN 412-66-3971 DL D1234567 ¦ 412663971 is the ssn ¦ 412663971 is her social ¦ 412-66-3971 is correct
  // Last four.
  ssn-last4-3971 ¦ ssn last 4-3971 ¦ ssn4-3971 ¦ last 4 ssns 3971/3971 ¦ SSN verified (3971 1/2/80)
  last4 soc 3971 ¦ last4 ssn 3971 ¦ last 4 soc: 3971 ¦ last 4 of soc 3971 ¦ last four of social 3971
  last 4 social is 3971 ¦ SSN4 3971 ¦ SSN4: 3971 ¦ SSN4=3971 ¦ ssn4 - 3971 ¦ L4 3971 verified social ¦ L4 SSN 3971
  L4 of ssn: 3971 ¦ l4 ssn is 3971 ¦ SSN L4 3971 ¦ SSN last4: 3971 ¦ ssn ending 3971 ¦ ssn ends in 3971
  social ending in 3971 ¦ SSN xxx-xx-3971 ¦ xxx-xx-3971 ¦ ssn ***3971 ¦ ssn #3971
  // Mail.
  my ssn is 412-66\n> 3971 ¦ > my ssn is 412\n> 66 3971 ¦ > > social: 412-\n> > 66-3971
  On Mon Ann wrote:\n> ssn 412663971 ¦ ssn 412=\r\n66=2D3971 ¦ SSN=3A 412=2D66=2D3971 ¦ ssn is 4126=\r\n63971
  ssn is 412-66=\n-3971
  // The last four as processors and clients write them: with the speaker or the owner, in Spanish, in a file's name, on a form's line.
  social ends w/ 3971 ¦ last 4 SSN for both: 3971 / 3971 ¦ last 4 ssn 3971, wife 3971 ¦ asked for last 4 of social, client said 3971
  Client verified last 4 of the ss as 3971. ¦ last four of your social? Caller: Sure. 3971. ¦ ssn: 3971 / dob: 4/12/79 ¦ Social - 3971 - confirmed
  SSN _____3971 ¦ SSN: --- -- 3971 ¦ SSN: (***) 3971 ¦ ssn3971.jpg ¦ TaxReturn_2022_SSN3971.pdf ¦ Sent:\nTaxReturn_SSN3971.pdf\nThanks ¦ last 4 of my social 3 9 7 1
  su seguro social termina en 3971 ¦ los ultimos cuatro de mi social son 3971
  SSN(4): 3971 ¦ ssn end 3971 ¦ last four on the social is 3971 ¦ ssn w/ last 4 3971
  Beneficial owner SSN/ITIN/passport: 412663971 ¦ SSN came mid-day: 412663971 ¦ FYI ssn for the Smith file is 412663971 ¦ SSN of record: 412663971
  Soc. Sec. last 4 3971 ¦ mi social termina con 3971 ¦ SS del dueño: 412663971
  // Masks that hide the last four.
  SSN: 412-66-____
  // Mistyped, told, scanned, of other lands.
  socila 412663971 ¦ soical 412663971 ¦ scoial 412663971 ¦ socisl: 412663971 ¦ sosial 412663971 ¦ mi soshal es 412663971 ¦ ssm 412663971
  ssm: 412 66 3971 ¦ SSA# 412663971 ¦ SSA # 412663971 ¦ SS/412663971 ¦ social 412 dash 66 dash 3971 ¦ ssn is 412 hyphen 66 hyphen 3971
  my social is 412, 66, uh, 3971 ¦ SSN 12 66 3971 ¦ SSN: O12-66-3971 ¦ SSN: 000412663971 ¦ 我的社安号是412663971 ¦ 소셜번호 412663971
  رقم الضمان الاجتماعي: 412663971 ¦ nimewo sekirite sosyal mwen se 412663971 ¦ numéro de sécurité sociale 412663971
  // Above the question that a mail quotes, or with the words in the next line.
  412663971\n\nOn Tue, Mar 4, 2025 at 9:14 AM P <p@x.test> wrote:\n> What is your social security number?
  Hi, it's 412663971. Thanks!\n\n____________\nFrom: P <p@x.test>\nSubject: docs\n\nPlease reply with your Social.
  412663971\nthat's my social ¦ 412663971\n^ ssn
  // Databases, bureaus, forms.
  Duplicate entry '412663971' for key 'ux_applicant_ssn'
  Violation of UNIQUE KEY constraint 'UQ_Applicant_SSN'. Cannot insert duplicate key in object 'dbo.Applicant'. The duplicate key value is (412663971).
  EXACT MATCH BETWEEN SSN ON INQUIRY(412663971) AND SSN ON FILE ¦ PAYER'S TIN  RECIPIENT'S TIN\n83-1234567  412663971
  // Bodies of forms: a plus for a space.
  ssn=412+66+3971 ¦ first=Ann&soc_sec=412+66+3971&x=1 ¦ Body=My+SSN+is+412+66+3971
  // Calls and messages, with their times and speakers, told in groups.
  Agent: Can I have the last four digits of your Social Security number, please? Caller: Sure, it's 3971.
  [00:00:10] Agent: last four of your social?\n[00:00:14] Caller: 3971 ¦ Agent (10:41 AM): last 4 of SSN?\nAnn (10:44 AM): 3971
  Agent: and your social security number? Caller: it is 412, 66, 3971. ¦ Agent: what is your social\nCustomer: it is 412 663 971
  Speaker 1: can I get your social\nSpeaker 2: Yeah, it's 412, 66, 3971. ¦ 00:00:10 Agent: ssn?\n00:00:14 Ann: 412, 66, 3971
  // Whose it is, and where it was put.
  SSN for client 412663971 ¦ SSN for customer: 412663971 ¦ SSN on contact: 412663971 ¦ Dana added SSN to contact: 412663971 ¦ added SSN to file: 412663971
  SSN for loan application: 412663971 ¦ SSN for employee 412663971 ¦ SSN of member: 412663971
  // Beside what else was asked for.
  SSN and phone 412663971 404-555-0182 ¦ SSN/phone 412663971/4045550182 ¦ SSN & phone -> 412663971, 4045550182 ¦ ssn and dl # 412663971 R200554816320
  SSN and license: 412663971, R200554816320 ¦ SSN and EIN 412663971 581234567 ¦ SSN + DOB + ZIP: 412663971 01021980 30303 ¦ SSN, Address, Zip: 412663971, 12 Main St, 30303
  SS.# 412663971 ¦ SS/N 412663971 ¦ S.S # 412663971 ¦ s.s 412663971 ¦ SSN#/EIN# 412663971 ¦ SSN/ID: 412663971 ¦ SSN: ..3971 ¦ IDIQ: ann81 / F! / 3971 (SSN) ¦ SSNs:\n1. Ann Mary Doe: 412663971\n2. Bob Lee Doe: 412663971\n3. Cy Ann Doe: 412663971\n4. Di Ann Doe: 531847296 ¦ SSN “3971”
  Name SSN DOB Phone\nAnn Lee Doe 412663971 01/02/1980 404-555-0182 ¦ Name SSN DOB Phone\nAnn Lee Doe\n412663971\n01/02/1980
  // Markup with escaped quotes.
  x <td class=\\"ssn\\">412663971</td> y ¦ body={"html":"<td class=\\"ssn\\">412663971</td>"} status=200 ¦ x <td class=\\'ssn\\'>412663971</td> y
  // With more before and behind them.
  [00:10] Agent: last four of your SSN?\n[00:14] Caller: 3971. Balance $4,100.00, acct 8842917 ¦ Bot: Enter your SSN\nUser: 412663971. Call me back
  Rep: ssn?\nAnn: 412663971 ok? ¦ DTMF ssn=3971. Will call ¦ social 3971. Will call ¦ (Doe-ssn-3971.pdf) ¦ Loan 58\nLast 4: 3971 (social)
  Client: he said 412663971 for ssn ¦ Client: "412663971 is my ssn" ¦ Customer: 412663971 is my ssn ¦ ss termina 3971`;

/** JSON from which they go. */
export const ACCIDENTS_IN_JSON = rows`
  {"borrowerSoc":"412663971"} ¦ {"co_app_soc":"412663971"} ¦ {"document":{"type":"ss_card","number":"412663971"}}
  // Labels in a definition of the field, in the text of an option, in a list beside that of the values.
  {"meta":{"label":"SSN"},"value":"412663971"} ¦ {"definition":{"name":"Social Security Number"},"value":412663971}
  {"text":"SSN","value":"412663971"} ¦ {"answers":[{"text":"SSN","answers":[{"text":"412663971"}]}]}
  {"labels":["SSN","Zip"],"values":["412663971","78701"]} ¦ {"keys":["zip","ssn"],"values":["78701","412663971"]}
  {"entities":[{"type":"SSN","word":"412663971"}]} ¦ {"reason":"ssn mismatch","expected":"412663971"}
  {"label":"SSN","type":"number","result":"412663971"} ¦ [{"entity":"US_SSN","text":"412663971","start":1}]
  {"prop":"ssn","from":"412663971","to":"531847296"} ¦ {"digits":"412663971","prompt":"Please enter your social security number"}
  {"SS#/EIN":"412663971"} ¦ {"label":"EIN / SS #","value":"412663971"} ¦ {"TIN (individual)":"412663971"} ¦ {"ss_last_4":"3971"}
  {"step":"collect_ssn","value":"412663971"} ¦ {"socNum":"412663971"}
  // Conversations.
  [{"body":"can you send your social?"},{"body":"412663971"}]
  [{"body":"can you send your social?"},{"body":"sure"},{"body":"412663971"}]
  [{"body":"Can you send your social","direction":"outbound"},{"body":"412663971","direction":"inbound"}]
  {"messages":[{"from":"agent","text":"whats your ssn"},{"from":"client","text":"its 412663971"}]}
  {"messages":[{"role":"a","message":"I need your full social security number."},{"role":"b","message":"ok 412663971"}]}
  [{"body":"your SSN please"},{"body":"412-66"},{"body":"3971"}]
  [{"body":"what is your social?"},{"body":"412"},{"body":"663971"}]
  [{"body":"Last 4 of your social?"},{"body":"3971"}] ¦ [{"body":"last four of ssn pls"},{"body":"it is 3971"}]
  [{"body":"what's your tax id?"},{"body":"412663971"}] ¦ ["Please give me your ITIN","412663971"]
  {"notes":["national id 41266397","L4 3971 verified itin","TIN ending in 3971"]} ¦ {"label":"S.I.N.","value":"412663971"}
  ["can you send your social?","412663971"] ¦ ["Agent: what is your SSN?","Client: 412663971"]
  {"thread":[{"id":"m1","content":"social?","ts":1700000001},{"id":"m2","content":"412663971","ts":1700000002}]}
  {"SocialPartition":{"Social":20831117}} ¦ {"label":"Borrower SSN","answer":20400825} ¦ {"socialSecurities":[{"source":"file","number":20120139}]}
  {"q":"SSN?","a":"412663971"} ¦ {"question":"What is your SSN?","answer":"412663971"}
  {"messages":[{"direction":"outbound","body":"can you send your social?"},{"direction":"inbound","body":"412 66"},{"direction":"inbound","body":"3971"}]}
  [{"from":"agent","text":"Full name, SSN and DOB please"},{"from":"client","text":"Ann Doe"},{"from":"client","text":"412663971"},{"from":"client","text":"1/2/80"}]
  {"transcript":[{"speaker":"Rep","ts":12.4,"text":"Can I get the last four of your social?"},{"speaker":"Caller","ts":15.1,"text":"3971"}]}
  {"utterances":[{"role":"agent","content":"Can you confirm your social?"},{"role":"user","content":"412, 66, 3971."}]}
  [{"body":"Hi Ann, can you text me your social so I can finish the app?"},{"body":"412663971"}] ¦ [{"body":"Missing: SSN, DL, voided check"},{"body":"412663971"}]
  [{"body":"I will need your social, a copy of your DL and the last 3 bank statements. Thanks!"},{"body":"ok"},{"body":"412663971"}]
  [{"body":"What's your ssn, dob and ein?"},{"body":"412663971"},{"body":"1/2/80"}] ¦ [{"body":"need your SSN and phone number"},{"body":"412663971 5125550143"}]
  [{"role":"user","parts":[{"text":"what is the ssn on the w2"}]},{"role":"assistant","parts":[{"text":"412663971"}]}] ¦ [{"body":"necesito su social"},{"body":"412663971"}]
  // Beside or behind what asks, under a name that says nothing else.
  {"findings":[{"infoType":{"name":"US_SOCIAL_SECURITY_NUMBER"},"quote":"412663971"}]} ¦ {"entity_type":"US_SSN","text":"412663971"} ¦ {"kind":"SOCIAL_SECURITY","code":"412663971"}
  {"section":"SSN","data":{"entry":"412663971"}} ¦ {"text":"SSN","next":"412663971"} ¦ {"metric":"ssn","dimension":"412663971"}
  {"auth":{"factor":"last 4 of social","response":"3971"}} ¦ {"chat":[{"me":"ssn?"},{"them":"412663971"}]} ¦ {"TINCode":"SSN","TINInfo":"412663971"}
  {"lastOutbound":"Please reply with your SSN","lastInbound":"412663971"} ¦ {"lastInbound":"412663971","lastOutbound":"Please reply with your SSN"} ¦ {"body":"412663971","inReplyTo":{"body":"please send your ssn"}}
  {"header":"First,Last,SSN","rows":["John,Smith,412663971","Ann,Smith,412663972"]} ¦ {"sections":[{"title":"SSN","items":[{"value":"412663971"}]}]}
  {"sheet":{"A1":"Name","B1":"SSN","A2":"John","B2":"412663971"}} ¦ {"template":"{{ contact.social_security }}","rendered":"412663971"}
  // A mask, an end or a part beside its type.
  {"id_type":"SSN","id_mask":"3971"} ¦ {"idType":"SSN","idMasked":"3971"} ¦ {"type":"ssn","mask":"3971"}
  {"type":"SSN","last4":"3971"} ¦ {"identifier_type":"SSN","identifier_last4":"3971"}
  {"documentType":"SSN","lastFour":"3971"} ¦ {"kind":"social_security_number","last_4":"3971"}
  {"id_type":"social_security","id_last_four":"3971"} ¦ {"ultimos4Social":"3971"} ¦ {"Últimos 4 dígitos del seguro social":"3971"} ¦ {"ss_card_number":"412663971"}
  {"taxIdType":"SSN","taxIdLast4":"3971"} ¦ {"ssnMask":"3971"} ¦ {"ssn_mask":"*****3971"}
  // Names of vendors.
  {"applicant":{"firstName":"Ann"},"LLC_BI__Tax_Identification_Number__c":"412663971"}
  {"FirstName":"Ann","LLC_BI__Social_Security_Number__c":"412663971"} ¦ {"LLC_BI__SSN__c":"412663971"}
  {"Contact":{"Social_Security__c":"412663971"}} ¦ {"Contact":{"SSN__c":"412663971","SSN_Last_4__c":"3971"}}
  {"cloufit__SSN__c":"412663971"} ¦ {"Borrower_SSN__c":412663971}
  // Composite fields of forms.
  {"q12_socialSecurity":{"field_1":"412","field_2":"66","field_3":"3971"}}
  {"q3_ssn":{"field_1":"412","field_2":"66","field_3":"3971"}}
  {"q7_socialSecurityNumber":{"first":"412","middle":"66","last":"3971"}}
  {"socfirst":"412","socmiddle":"66","soclast":"3971"} ¦ {"social":{"box1":"412","box2":"66","box3":"3971"}} ¦ {"ssn":["412","66","3971"]}
  {"ssn":["4","1","2","6","6","3","9","7","1"]} ¦ {"ssn":[52,49,50,54,54,51,57,55,49]}
  {"ssn":{"type":"Buffer","data":[52,49,50,54,54,51,57,55,49]}}
  // A form in nested text, its answers elsewhere.
  {"form":"{\\"fields\\":[{\\"id\\":\\"q7\\",\\"label\\":\\"SSN\\"}]}","answers":{"q7":"412663971"}}
  {"answers":[{"id":"q7","value":"412663971"}],"schema":"[{\\"id\\":\\"q7\\",\\"title\\":\\"Social Security Number\\"}]"}
  // Federal tax ids of persons.
  {"p":{"name":"Priya Raghunathan","federalTaxId":"412663971"}}
  {"name":"Nguyen Van Minh","federalTaxId":"412663971"} ¦ {"fullName":"Oluwaseun Adeyemi","fedTaxId":"412663971"}
  {"firstName":"Priya","federalTaxId":"412663971"} ¦ {"dateOfBirth":"1980-01-01","federal_tax_id":"412663971"}
  {"owner":{"name":"X Y","federalTaxId":"412663971"}}
  // Quoted-printable in a string.
  {"note":"ssn 412=\\r\\n66=2D3971"} ¦ {"note":"ssn 412=2D66=2D3971"}
  // A column for each bureau; earlier versions of a value.
  {"ssn":{"transunion":"412663971","equifax":"531847296"}} ¦ {"rows":[{"label":"SSN:","tu":"412663971","exp":"412663971","eqf":"531847296"}]}
  {"ssn":{"value":"412663971","versions":[{"value":"531847296"}]}} ¦ {"Other SSNs Associated":["412663971"]}
  // Mail, tasks, conversations with the newest message first.
  {"subject":"Re: Your SSN","text":"412663971\\n\\nthanks"} ¦ {"subject":"SSN","body":{"contentType":"text","content":"412663971"}}
  {"title":"Social","description":"412663971"} ¦ {"title":"Verify SSN","notes":["412663971"]}
  {"messages":[{"body":"412663971"},{"body":"What is your social?"}]}
  [{"role":"assistant","content":[{"type":"text","text":"What is your SSN?"}]},{"role":"user","content":[{"type":"text","text":"412663971"}]}]
  [{"from":"us","message":{"text":"your social?"}},{"from":"Ann","message":{"text":"412663971"}}]
  // Vendors: Dynamics, ADP, Stripe, Zapier's sheets, W-9; the last four beside the number or its method.
  {"governmentid":"412663971"} ¦ {"governmentIDs":[{"idValue":"412663971","nameCode":{"codeValue":"SSN"}}]} ¦ {"personal_id_number":"412663971"}
  {"COL$A":"Ann","COL$C":"412663971","headers":{"COL$A":"Name","COL$C":"SSN"}} ¦ {"method":"ssn_last_4","value":"3971"} ¦ {"ssn":"412663971","last4":"3971"}
  {"topmostSubform[0].Page1[0].SSN[0].f1_11[0]":"412","topmostSubform[0].Page1[0].SSN[0].f1_12[0]":"66","topmostSubform[0].Page1[0].SSN[0].f1_13[0]":"3971"}
  [{"name":"topmostSubform[0].Page1[0].SSN[0].f1_11[0]","value":"412"},{"name":"topmostSubform[0].Page1[0].SSN[0].f1_13[0]","value":"3971"}]
  // What is wrong with a value; what a form tells of a field.
  {"message":"Invalid ssn","value":"412663971"} ¦ {"error":{"message":"SSN is invalid","value":"412663971"}} ¦ {"msg":"bad ssn","data":{"value":"412663971"}}
  {"error":"duplicate ssn","received":"412663971"} ¦ {"reason":"ssn invalid","input":"412663971"} ¦ {"detail":"SSN already exists","value":"412663971"}
  {"tooltip":"Social security number","value":"412663971"} ¦ {"alternativeText":"Social Security Number","fieldValue":"412663971"}
  // Words of a page one by one.
  {"words":[{"text":"Social"},{"text":"Security"},{"text":"Number"},{"text":"412"},{"text":"66"},{"text":"3971"}]} ¦ {"words":["SSN",":","412663971"]}
  {"words":["SSN","412","-","66","-","3971"]} ¦ {"invalidFields":[{"name":"ssn","provided":"412663971"}]} ¦ {"answers":[{"questionText":"Social Security Number","answerText":"412663971"}]}
  {"lines":["name,ssn,status","Ann,412663971,ok"]}
  {"lines":["name,ssn,dob","Ann,412663971,1979-04-12","Bo,531847296,1983-01-02"]}
  // Names in small letters, parts by their place, identifications of a government.
  {"ownersocial":"412663971"} ¦ {"spousesocial":412663971} ¦ {"sociallast4":"3971"} ¦ {"sociallastfour":"3971"} ¦ {"owneritin":"912703971"}
  {"primaryssno":"412663971"} ¦ {"borrowerssnumber":"412663971"} ¦ {"ssn":{"head":"41266","tail":"3971"}} ¦ {"govIdNumber":"412663971"}
  {"govt_id":"412663971"}
  // What was before and what is now.
  {"field":"SSN","updatedValue":"412663971"} ¦ {"field":"SSN","previous":"531847296","updated":"412663971"}
  // What was read from a picture.
  {"document_type":"social_security_card","fields":{"number":"412663971"}} ¦ {"doc_type":"ss_card","extracted":{"number":"412663971","name":"ANN DOE"}}
  {"category":"Social Security Card","ocr":{"number":"412663971"}} ¦ {"document_type":"ssn_card","extractedFields":{"number":"412663971"}}
  // An example of how to write one.
  {"label":"SSN (e.g. 123-45-6789)","value":"412663971"}
  {"transcript":[{"who":"A","text":"social security number please"},{"who":"B","text":"412"},{"who":"B","text":"66"},{"who":"B","text":"3971"}]}`;

/** Texts that stay. */
export const BENIGN_TWINS_IN_TEXT = rows`
  number: 412663971\n type: EIN ¦ account: 412663971\ntype: checking ¦ order number: 412663971\ntype: SSN ¦ order: 412663971\nSSN: none
  number: 412663971\ntype: SSN check ¦ value=412663971; type=ssn_verified ¦ number: 412663971\n\nSSN: none ¦ number: 412663971\ntype: order\nSSN: none
  number: 412663971\ntype: social media ¦ id: 412663971\ncard type: visa ¦ id: 412663971\nloan type: SSN
  payload={"idNumber":"412663971","idType":"EIN"} sent ¦ {"type":"SSN","id":null}\n{"type":"loan","id":"412663971"}
  <R><N><![CDATA[<LOAN _LoanID="412663971" _Name="Doe"/>]]></N></R>
  <R><p>{"identifiers":[{"type":{"code":"EIN"},"id":"412663971"}]}</p></R>
  <R><N><![CDATA[if a < b then <x]]></N><Account>412663971</Account></R>
  Q: EIN? A: 412663971 ¦ Q: Account? A: 412663971 ¦ what is your account number?\n412663971
  score mismatch: 712 vs 680 ¦ acct mismatch: 412663971 vs 531847296 ¦ wrong account on app 412663971 s/b 531847296
  Kim: ssn?\nAnn: later\nKim: and the loan number?\nAnn: 412663971 ¦ Loan 412663971, SSN verified ¦ account and dob: 412663971 1/2/80 ¦ room 412-66\n2026-03-04T10:00:00Z INFO ¦ SSN problem, dispute # 412663971 ¦ account 41266XXXX ¦ SSN ok for the loan 412663971 ¦ card # 412663971 ¦ ein letter copy rec'd, # 412663971 ¦ Social media - 412663971 followers
  Socials - Instagram, Facebook ¦ uses dba as name: 412663971 ¦ last4 card 3971 ¦ last 4 of acct 3971
  L4 3971 verified checking ¦ rate 712 / 45 / 6780 ¦ scores 712 / 45 / 6780 ¦ routing 412663971
  at 712:45:6789:ab ¦ Name,Zip,SSN\n"Doe, Ann, Jr",787011234,none
  <table><row><cell>Name</cell><cell>SSN</cell></row></table><table><row><cell>Ann</cell><cell>787011234</cell></row></table>
  Loans - John: 531847296, Ann: 412663971 ¦ SSNs: none, zone: 412663971 ¦ soc media 412663971 ¦ score mismatch: app 412663971
  ssnText=none id=412663971 ¦ ssn_date: 20240102 ¦ ssnScore: 3971 ¦ businessTaxId: 412663971 ¦ access_last_4: 3971
  SSN matches, 701. Amount $150,000.00. 1099 is 1234.56 ¦ log {"monetaryValue":150000000,"ssnMatch":1} ¦ {"ssnOnFile":"yes","accountLast4":"8831"}
  SSN Matches; xxxx-xxxx-xxxx-8831 ¦ SSN ok, account 310693834 ¦ SKU 412-66-3971A ¦ model 412-66-3971-X
  bank acct ending in 3971, SSN verified ¦ ssm 1234 ¦ SSN pendiente, cuenta 412663971 ¦ over $264,604.25. \nXXXXXXXXX ¦ SSN ok, MID 412663971 ¦ 412663971\n\nOn Tue P wrote:\n> SSN received, thanks ¦ account 412663971\n\nOn Tue P wrote:\n> What is your SSN? ¦ EIN 41-2663971 ¦ order 3971 shipped ¦ x=3D412663971 ¦ ref 412=\r\n663971
  q=412+66+3971 ¦ SSN? text +1 412 663 9710 ¦ waitin on 412663971
  Rep: can I get your SSN?\nAnn: call me at 404-555-0142 ¦ Agent: your social? Caller: no. Agent: ok, your zip? Caller: 33611
  SSN yes, EIN yes, 712, 12, 2023 ¦ Rep: ssn?\nLoan 412663971: paid
  SSN ok. Paid by check 412663971 ¦ SSN needed for contact id 412663971 ¦ no ssn for client # 412663971 ¦ SSN missing for account 412663971 ¦ no ssn, ein 412663971
  Loans:\n1. 412663971\n2. 531847296 ¦ need SSN and phone 4045550182 ¦ no SSN, EIN 412663971, 2 yrs ¦ S/N 412663971 ¦ <table><tr><td>SSN</td><td>on file</td><td>File</td><td>412663971</td></tr></table> ¦ Name SSN Zip\nAnn Lee Doe none 787011234 ¦ SSN on file with bank account 412663971
  Rep: ssn?\nAnn: my loan is 412663971 ¦ Rep: ssn?\nAnn: is loan 412663971 ok? ¦ client: account 412663971, ssn ok`;

/** JSON that stays. */
export const BENIGN_TWINS_IN_JSON = rows`
  [{"body":"what is your business tax id?"},{"body":"41-2663971"}] ¦ {"idType":"DUNS","taxId":"412663971"}
  {"entity":"phone","text":"412663971"} ¦ {"prop":"loan","from":"412663971","to":"1"} ¦ {"digits":"412663971","prompt":"Your account?"}
  {"text":"SSN","id":"412663971"} ¦ {"ss_card":"received","homeAssoc":"412663971"}
  [{"content":[{"text":"What is your account number?"}]},{"content":[{"text":"412663971"}]}]
  [{"content":[{"text":"Your SSN?"},{"id":"a"}]},{"content":[{"text":"later"},{"id":"412663971"}]}]
  [{"body":"can you send your account number?"},{"body":"412663971"}] ¦ [{"body":"account number?"},{"body":"412663971"},{"body":"and your social?"}]
  {"messages":[{"body":"SSN?"},{"body":"no"},{"body":"order number?"},{"body":"412663971"}]} ¦ {"title":"Collect SSN","taskId":"412663971"}
  {"section":"SSN","data":{"loanNumber":"412663971"}} ¦ {"question":"SSN provided?","answer":"Yes","ticket":"412663971"} ¦ {"chat":[{"me":"ssn?"},{"phone":"412663971"}]} ¦ {"sheet":{"A1":"SSN","A2":"none"},"id":"412663971"}
  {"code":"SSN","message":"SSN issued 1985-1987","alertId":412663971} ¦ {"message":"Invalid EIN","value":"412663971"} ¦ {"error":"SSN missing","order":"412663971"} ¦ {"source":{"pointer":"/data/ssn"},"message":"must be 9 digits","id":"412663971"} ¦ {"subject":"EIN","text":"412663971"} ¦ {"card":"visa","last4":"3971"}
  [{"body":"got your social, thanks"},{"body":"your loan number is 412663971"}] ¦ [{"body":"We have your SSN, thanks. What is the loan number?"},{"body":"412663971"}]
  [{"body":"Follow us on social media"},{"body":"412663971"}] ¦ {"id_type":"passport","id_mask":"3971"}
  {"type":"card","mask":"3971"} ¦ {"cardType":"visa","last4":"3971"}
  {"business":{"legalName":"Acme LLC"},"LLC_BI__Phone__c":"412663971"}
  {"name":"Acme Holdings LLC","federalTaxId":"412663971"} ¦ {"name":"Raghunathan Trucking","federalTaxId":"412663971"}
  {"name":"Priya's Kitchen","federalTaxId":"412663971"} ¦ {"ssnRedactionVersion":20260304} ¦ {"socialId":"412663971"} ¦ {"social_id":412663971}
  {"socialLink4":"https://x.test/1987","socialHandle4":"ann_1987","socialProofCount":412663971,"ssnRedactionVersion":4}
  {"social":"1,234,567.89"} ¦ {"social":"03041985"} ¦ {"rate":"712 / 45 / 6780"} ¦ {"q12_scores":{"field_1":"712","field_2":"45","field_3":"6780"}}
  {"id":"c1","text":"x","identifier":{"type":"EIN","value":"412663971"}}
  {"ssnUpdatedOn":1689327682123} ¦ {"ssnAttempts":3} ¦ {"ssn_submitted_at":"2023-07-14"} ¦ {"ssnCollectedAt":"2023-07-14"} ¦ {"ssnstatus_2":"VALID 2023"}
  {"ssn_captured_on":"2023-07-14"} ¦ {"ssn_expires_at":1689327682123} ¦ {"antisocial":28745} ¦ {"itineraryNo":"412663971"} ¦ {"file":{"head":"41266","tail":"3971"}}
  {"governmentAgencyId":"412663971"} ¦ {"document_type":"license","fields":{"number":"412663971"}} ¦ {"type":"EIN","extracted":{"value":"412663971"}} ¦ {"ssnReceivedAt":1689327682123} ¦ {"ssn_modified_by":"user 28745"} ¦ {"ssnChangedOn":"2023-07-14"} ¦ {"ssnDocLink":"https://x.test/d/1A2b3C4d5E"}`;
