import { namedRows, rows } from './rows.ts';

/** Values that a label beside them names, or a table, and what stands beside such: one row per miss, never removed. */

/** JSON from which 666453920 goes. */
export const NAMED_BY_LABELS = namedRows`
  a tab of a document to sign {"tabLabel":"SSN","value":"666453920"}
  a tab of a signer {"recipients":{"signers":[{"tabs":{"textTabs":[{"tabLabel":"Applicant SSN","documentId":"1","value":"666453920"}]}}]}}
  a class and its number {"identification-class":"ssn","identification-number":"666453920"}
  a class in an identification {"identification":{"class":"ssn","number":"666453920"}}
  an error beside the pointer to its field {"pointer":"/data/attributes/ssn","detail":"666453920 is invalid"}
  an error of JSON:API {"errors":[{"source":{"pointer":"/data/attributes/ssn"},"title":"Invalid Attribute","detail":"\\"666453920\\" is not a valid value"}]}
  an error of GraphQL {"errors":[{"extensions":{"field":"ssn"},"message":"Value 666453920 not accepted"}]}
  an error beside its field {"field":"ssn","message":"value 666453920 is invalid"}
  an error beside its path {"path":["body","ssn"],"message":"666453920 must match pattern"}
  a CRM field by its key {"fieldKey":"contact.ssn","fieldValueString":"666453920"}
  a CRM field with a list of values {"fieldKey":"contact.ssn","fieldValueArray":["666453920"]}
  a display name {"displayName":"SSN","stringValue":"666453920"}
  a display name beside a typed value {"displayName":"Social Security Number","value":{"stringValue":"666453920"}}
  a heading {"heading":"SSN","body":"666453920"}
  a prompt and its reply {"prompt":"Enter your SSN","reply":"666453920"}
  a change in a tracker {"items":[{"field":"ssn","from":null,"fromString":null,"to":"666453920"}]}
  a change of an attribute {"attr":"ssn","from":"","to":"666453920"}
  an observation {"code":{"text":"SSN"},"valueString":"666453920"}
  a name of a file {"file":"ssn card 666453920.jpg"}
  a taxpayer's number that was escaped twice {"taxpayerId":"\\\\u0036\\\\u0036\\\\u0036\\\\u0034\\\\u0035\\\\u0033\\\\u0039\\\\u0032\\\\u0030"}
  a taxpayer's number that was escaped three times {"taxpayerIdentifier":"\\\\\\\\u0036\\\\\\\\u0036\\\\\\\\u0036\\\\\\\\u0034\\\\\\\\u0035\\\\\\\\u0033\\\\\\\\u0039\\\\\\\\u0032\\\\\\\\u0030"}
  the row of a table within a page's table {"html":"<table><tr><td><table><tr><td>SSN</td><td>666453920</td></tr></table></td></tr></table>"}
  a column of a table behind another table {"html":"<table><tr><td>Account</td><td>1</td></tr></table><table><tr><th>Name</th><th>SSN</th></tr><tr><td>A</td><td>666453920</td></tr></table>"}`;

/** JSON that comes out as it went in. */
export const BENIGN_BESIDE_LABELS = rows`
  {"html":"<table><tr><td>SSN</td><td>on file</td></tr></table><table><tr><th>Account</th><th>Opened</th></tr><tr><td>483920571</td><td>01222005</td></tr></table>"}
  {"html":"<table><tr><td>SSN</td><td>Match</td></tr></table><table><tr><td>48392057</td><td>01222005</td></tr></table>"}
  {"html":"<table><tr><th>SSN</th></tr><tr><td>on file</td></tr></table><h2>Accounts</h2><table><thead><tr><th>Account</th></tr></thead><tbody><tr><td>483920571</td></tr></tbody></table>"}
  {"code":"17","description":"SSN reported as deceased","employerId":"483920571"}
  {"code":"4","description":"SSN reported as deceased","customerNumber":"483920571","memberNumber":"700345812","referenceNumber":"555123987","paymentPattern":"111111112"}
  {"code":"4","description":"SSN reported as deceased","identifierType":"EmployerIdentificationNumber","identifier":"483920571"}
  {"description":"SSN reported as deceased","type":"EmployerIdentificationNumber","number":"483920571"}
  {"alertType":"SSN","message":"SSN reported as deceased","code":"N","bureauCode":"483920571"}
  {"code":"0033","description":"SSN has been associated with multiple persons","subscriberNumber":"483920571","reportNumber":"700345812"}
  {"messageCode":"1202","messageText":"SSN ISSUED BEFORE DOB","fileNumber":"700345812","inquiryNumber":"483920571"}
  {"type":"16","text":"INQ SSN HAS NOT BEEN ISSUED","memberCode":"483920571","dateOfDeath":"01222005"}
  {"text":"INPUT SSN ASSOCIATED WITH ADDITIONAL SUBJECT NOT DISPLAYED","memberCode":"483920571"}
  {"ssnAge":312,"ssnTenure":"144","ssnVelocity":3210,"ssnAliases":2,"ssnDistance":"7","ssnRank":12,"ssnHits":1234,"ssnTenureMonths":288}
  {"field":"ssn","message":"is required","requestId":"483920571"}
  {"path":["ssn"],"code":"too_small","minimum":9,"message":"must contain at least 9 characters"}
  {"errors":[{"source":{"pointer":"/data/attributes/ssn"},"detail":"must be 9 digits","id":"483920571"}]}
  {"source":{"name":"SSN Database","id":"483920571"},"detail":"order 483920571"}
  {"name":"SSN Trace","orderNumber":"483920571"} ¦ {"product":"SSN Verification","sku":"483920571"}
  {"displayName":"Social Media","stringValue":"483920571"} ¦ {"from":"483920571","to":"700345812","tag":"phone"}`;
